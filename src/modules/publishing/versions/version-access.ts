import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { rowsAsJson } from '../../../platform/database/queries.js';
import type { ModPermission } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { goneObject } from '../../../request/refusals.js';
import { unlessUnchanged } from '../../../request/validator.js';
import {
  type ModAccess,
  readVisibleMod,
  requireModPermission,
  requireUninvolved,
  seesDrafts,
} from '../../collaboration/index.js';
import {
  VERSION_HEAD_COLUMNS,
  type VersionHead,
  versionStamp,
  versionsOf,
} from './present-version.js';
import type { ModVersion } from './version.type.js';

/**
 * A version by its id alone, if the viewer has the permission on its mod. Throws `not_found`,
 * `gone`, and the errors of `requireModPermission`.
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

/**
 * A version of any mod, for a moderator. Throws `not_found`, `gone`, and the errors of
 * `requireModerator`.
 */
export async function requireAnyVersion(ctx: RequestContext, id: string): Promise<ModVersionModel> {
  requireModerator(ctx);
  return findVersion(ctx, id);
}

/** Throws `forbidden` if the moderator is involved in the version; see `requireUninvolved`. */
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

async function findVersion(
  ctx: RequestContext,
  id: string,
  mod: { readonly modId?: string } = {},
): Promise<ModVersionModel> {
  const where = { id, ...mod, state: { not: 'deleted' } } as const;
  const version = isId(id) ? await ctx.platform.db.modVersion.findFirst({ where }) : null;
  if (!version) throw await missing(ctx, id);
  return version;
}

/**
 * One version of a mod: a published or archived one for every caller, any for viewers who see
 * drafts (`seesDrafts`). Two statements; between them `unlessUnchanged` may end the read with a
 * 304. Throws `not_found` for an unknown or hidden version, and `gone` for a deleted one. Viewers
 * who do not see drafts also get `gone` for a withdrawn one. Throws the errors of `readVisibleMod`
 * for the mod.
 */
export async function getVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<ModVersion> {
  const mod = await readVisibleMod<{ heads: VersionHead[] }>(ctx, modId, headOf(versionId));
  const [head] = mod.heads;
  if (!head) throw await missing(ctx, versionId);
  if (!seesDrafts(ctx, mod) && head.state !== 'published' && head.state !== 'archived') {
    throw head.state === 'withdrawn' ? goneObject(versionId) : problem('not_found');
  }
  unlessUnchanged(ctx, versionStamp(head));
  const [version] = await versionsOf(ctx, [head]);
  if (!version) throw problem('not_found');
  return version;
}

function headOf(versionId: string): Prisma.Sql {
  const id = isId(versionId) ? Prisma.sql`${versionId}::uuid` : Prisma.sql`null`;
  return Prisma.sql`${rowsAsJson(Prisma.sql`
    select ${VERSION_HEAD_COLUMNS} from mod_versions version
    where version.id = ${id} and version.mod_id = m.id and version.state <> 'deleted'`)} as heads`;
}

/** The row of a mod's version in any state but `deleted`. Throws `not_found`, `gone`. */
export function readVersion(
  ctx: RequestContext,
  { modId }: ModAccess,
  versionId: string,
): Promise<ModVersionModel> {
  return findVersion(ctx, versionId, { modId });
}
