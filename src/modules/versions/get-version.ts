import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { inOrderOf, type LoaderDefinition } from '../../request/loaders.js';
import { missing } from '../../request/missing.js';
import { type ModAccess, readVisibleMod, seesDrafts } from '../teams/index.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';

/**
 * One version of a mod: a published or archived one for everybody, any for the mod's team.
 * Throws `not_found` for what is unknown or hidden, `gone` for what was withdrawn or deleted.
 */
export async function getVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<ModVersion> {
  const access = await readVisibleMod(ctx, modId);
  const row = await readVersion(ctx, access, versionId);
  if (seesDrafts(ctx, access) || row.state === 'published' || row.state === 'archived') {
    return presentVersion(row);
  }
  throw problem(row.state === 'withdrawn' ? 'gone' : 'not_found');
}

/** Versions by id, whatever their state; whether a viewer may see them is the caller's question. */
export const versionById: LoaderDefinition<string, ModVersion> = {
  name: 'versionById',
  async batch(ctx, ids) {
    const rows = await ctx.platform.db.modVersion.findMany({ where: { id: { in: [...ids] } } });
    return inOrderOf(ids, rows, (row) => row.id).map((row) =>
      row ? presentVersion(row) : problem('not_found'),
    );
  },
};

/** The row of one of a mod's versions. Throws `not_found`, `gone`. */
export async function readVersion(ctx: RequestContext, mod: ModAccess, versionId: string) {
  const row = isId(versionId)
    ? await ctx.platform.db.modVersion.findFirst({
        where: { id: versionId, modId: mod.modId, state: { not: 'deleted' } },
      })
    : null;
  if (!row) throw await missing(ctx, versionId);
  return row;
}
