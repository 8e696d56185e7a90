import { problem } from '../../registry/errors.js';
import { inOrderOf, type LoaderDefinition } from '../../request/loaders.js';
import { modsOf } from './documents.js';
import type { Mod } from './mod.type.js';
import type { ModHead } from './present-mod.js';

/** Mods by id, whatever their state; whether a viewer may know of them is the caller's question. */
export const modById: LoaderDefinition<string, Mod> = {
  name: 'modById',
  async batch(ctx, ids) {
    const heads = await ctx.platform.db.$queryRaw<ModHead[]>`
      select id, state::text, revision, snapshot_revision as "snapshotRevision",
        downloads_count as "downloadsCount"
      from mods where id = any(${[...ids]}::uuid[])`;
    const mods = inOrderOf(ids, await modsOf(ctx, heads), (mod) => mod.id);
    return mods.map((mod) => mod ?? problem('not_found'));
  },
};
