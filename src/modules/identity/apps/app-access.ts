import type { AppModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import {
  actsAsStaff,
  requireAdmin,
  requireSession,
  requireUser,
} from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import type { UserViewer } from '../../../request/viewer.js';

/**
 * Returns the viewer if the credential covers the whole account. Throws `resource_scope_denied` for
 * a credential limited to some mods, because no application belongs to a mod.
 */
export function requireWholeAccount(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.credential.modIds !== null) throw problem('resource_scope_denied');
  return viewer;
}

/**
 * Reads an application of the viewer, or any for an admin with staff rights. Throws `not_found` if
 * it is unknown or belongs to another user, `gone` if it was deleted.
 */
export async function readApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const viewer = requireWholeAccount(ctx);
  const app = await findApp(ctx, id);
  return known(app, actsAsStaff(ctx, 'admin') || app?.ownerId === viewer.userId);
}

/**
 * Reads another user's application for an admin's decision. The owner never changes, so no lock is
 * needed. Throws `forbidden` for an application of the viewer, and the errors of `requireAdmin` and
 * `readApp`.
 */
export async function readOthersApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const { userId } = requireAdmin(ctx);
  const app = await readApp(ctx, id);
  if (app.ownerId !== userId) return app;
  throw problem('forbidden', { log: 'a staff decision about an own application' });
}

/**
 * Reads an application for its owner, who changes it in a browser. Tokens cannot change
 * applications, because the change would outlive the token. Throws `forbidden`, `not_found`,
 * `gone`.
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
