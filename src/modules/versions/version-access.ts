import type { Tx } from '../../platform/database/connect.js';
import type { ModVersionModel } from '../../platform/database/generated/models.js';
import type { ModPermission } from '../../registry/access.js';
import { requireModerator, requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { concernedBy, requireModPermission, requireUninvolved } from '../teams/index.js';

/**
 * The version that a dashboard names by its id alone, of a mod in whose team the viewer has the
 * permission. Throws `not_found`, `gone`, and what `requireModPermission` throws.
 */
export async function requireVersion(
  ctx: RequestContext,
  id: string,
  permission: ModPermission,
): Promise<ModVersionModel> {
  const version = await findVersion(ctx, id);
  await requireModPermission(ctx, version.modId, permission);
  return version;
}

/** The same for a moderator, of any mod. Throws what `requireModerator` throws. */
export async function requireAnyVersion(ctx: RequestContext, id: string): Promise<ModVersionModel> {
  requireModerator(ctx);
  return findVersion(ctx, id);
}

/** Demands that a moderator decides about a version of another team; see `requireUninvolved`. */
export async function requireOthersVersion(
  ctx: RequestContext,
  tx: Tx,
  { modId }: Pick<ModVersionModel, 'modId'>,
): Promise<void> {
  await requireUninvolved(tx, requireUser(ctx), concernedBy(modId));
}

async function findVersion(ctx: RequestContext, id: string): Promise<ModVersionModel> {
  const version = isId(id)
    ? await ctx.platform.db.modVersion.findFirst({ where: { id, state: { not: 'deleted' } } })
    : null;
  if (!version) throw await missing(ctx, id);
  return version;
}
