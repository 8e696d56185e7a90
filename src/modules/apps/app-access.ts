import type { AppModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { actsAsStaff, requireAdmin, requireSession, requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import type { UserViewer } from '../../request/viewer.js';

/**
 * The viewer, whose credential has to reach all of their account: `resource_scope_denied` for one
 * that is limited to some mods, among which there is no application.
 */
export function requireWholeAccount(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.credential.modIds !== null) throw problem('resource_scope_denied');
  return viewer;
}

/**
 * Reads an application of the viewer, or any for an admin who acts as one.
 * Throws `not_found` for what is unknown or another's, `gone` for what was deleted.
 */
export async function readApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const viewer = requireWholeAccount(ctx);
  const app = await findApp(ctx, id);
  return known(app, actsAsStaff(ctx, 'admin') || app?.ownerId === viewer.userId);
}

/**
 * Reads an application of another user, for an admin who decides about it. The owner of an application
 * never changes, so no lock is needed. Throws `forbidden` for an application of the viewer, and what
 * `requireAdmin` and `readApp` throw.
 */
export async function readOthersApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const { userId } = requireAdmin(ctx);
  const app = await readApp(ctx, id);
  if (app.ownerId !== userId) return app;
  throw problem('forbidden', { log: 'a staff decision about an own application' });
}

/**
 * Reads an application for its owner, who changes it, in a browser: what a token made would outlive
 * the token. Throws `forbidden`, `not_found`, `gone`.
 */
export async function readOwnApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const { userId } = requireSession(ctx);
  const app = await findApp(ctx, id);
  return known(app, app?.ownerId === userId);
}

function known(app: AppModel | null, mayKnow: boolean): AppModel {
  if (!app || !mayKnow) throw problem('not_found');
  if (app.deletedAt) throw problem('gone');
  return app;
}

async function findApp(ctx: RequestContext, id: string): Promise<AppModel | null> {
  return isId(id) ? ctx.platform.db.app.findUnique({ where: { id } }) : null;
}
