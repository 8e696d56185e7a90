import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import type { ModPermission } from '../../../registry/access.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { requireModPermission, requireUninvolved } from '../../collaboration/index.js';

/**
 * The version that a dashboard names by id, if the viewer has the permission on its mod. Throws
 * `not_found`, `gone`, and the errors of `requireModPermission`.
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

/** A version of any mod, for a moderator. Throws the errors of `requireModerator`. */
export async function requireAnyVersion(ctx: RequestContext, id: string): Promise<ModVersionModel> {
  requireModerator(ctx);
  return findVersion(ctx, id);
}

/** Checks that the moderator is not involved in the version; see `requireUninvolved`. */
export async function requireOthersVersion(
  ctx: RequestContext,
  tx: Tx,
  { id }: Pick<ModVersionModel, 'id'>,
): Promise<void> {
  await requireUninvolved(
    ctx,
    tx,
    Prisma.sql`
      select mod_id, created_by_id, created_at from mod_versions where id = ${id}::uuid
      union all select mod_id, user_id, created_at from upload_sessions where version_id = ${id}::uuid`,
  );
}

async function findVersion(ctx: RequestContext, id: string): Promise<ModVersionModel> {
  const version = isId(id)
    ? await ctx.platform.db.modVersion.findFirst({ where: { id, state: { not: 'deleted' } } })
    : null;
  if (!version) throw await missing(ctx, id);
  return version;
}
