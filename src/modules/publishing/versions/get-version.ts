import { Prisma } from '../../../platform/database/generated/client.js';
import { rowsAsJson } from '../../../platform/database/rows-as-json.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { type ModAccess, readVisibleMod, seesDrafts } from '../../collaboration/index.js';
import type { ModVersion } from './version.type.js';
import {
  VERSION_HEAD_COLUMNS,
  type VersionHead,
  versionStamp,
  versionsOf,
} from './version-heads.js';

/**
 * One version of a mod: a published or archived one for every caller, any for the mod's team. Two
 * statements; after the first the read can end with a 304. Throws `not_found` for an unknown or
 * hidden version, `gone` for a withdrawn or deleted one.
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
    throw problem(head.state === 'withdrawn' ? 'gone' : 'not_found');
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

/** The row of a mod's version. Throws `not_found`, `gone`. */
export async function readVersion(ctx: RequestContext, mod: ModAccess, versionId: string) {
  const row = isId(versionId)
    ? await ctx.platform.db.modVersion.findFirst({
        where: { id: versionId, modId: mod.modId, state: { not: 'deleted' } },
      })
    : null;
  if (!row) throw await missing(ctx, versionId);
  return row;
}
