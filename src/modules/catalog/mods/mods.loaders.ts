import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf, type LoaderDefinition } from '../../../request/loaders.js';
import { modsOf } from '../documents/documents.js';
import { HEAD_COLUMNS, type ModHead } from '../documents/present-mod.js';
import type { Mod } from './mod.type.js';

/** Reads the heads of the published mods among these ids, in any order. One statement. */
export function publishedHeads(ctx: RequestContext, ids: readonly string[]): Promise<ModHead[]> {
  return ctx.platform.db.$queryRaw<ModHead[]>`
    select ${HEAD_COLUMNS} from mods m
    where m.id = any(${[...ids]}::uuid[]) and m.state = 'published'`;
}

/** Mods by id, in any state. The caller checks whether the viewer may see them. */
export const modById: LoaderDefinition<string, Mod> = {
  name: 'modById',
  async batch(ctx, ids) {
    const heads = await ctx.platform.db.$queryRaw<ModHead[]>`
      select ${HEAD_COLUMNS} from mods m where m.id = any(${[...ids]}::uuid[])`;
    const mods = inOrderOf(ids, await modsOf(ctx, heads), (mod) => mod.id);
    return mods.map((mod) => mod ?? problem('not_found'));
  },
};
