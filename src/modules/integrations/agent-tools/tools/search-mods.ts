import { z } from 'zod';
import { ModSort, searchCatalog } from '../../../catalog/index.js';
import { pageInput, pageShape } from '../shapes/basics.js';
import { foundModShape } from '../shapes/mod.js';
import { defineTool } from '../tool.js';

/** `mods.search`: the search of the site (Spec 4.1). */
export const searchMods = defineTool({
  name: 'mods.search',
  input: z.strictObject({
    q: z.string().describe('Words, in any of the languages of the catalog.'),
    game_slug: z.string().nullish(),
    game_version: z.string().nullish(),
    loader: z.string().nullish(),
    category: z.string().nullish().describe('The slug of a category.'),
    sort: z.enum(ModSort).nullish(),
    ...pageInput,
  }),
  output: z.strictObject({ items: z.array(foundModShape), pagination: pageShape }),
  async run(ctx, { q, sort, game_slug, game_version, loader, category, cursor, limit }) {
    const filter = {
      gameSlug: game_slug ?? null,
      gameVersion: game_version ?? null,
      loader: loader ?? null,
      category: category ?? null,
    };
    const page = { cursor: cursor ?? null, limit: limit ?? null };
    return { value: await searchCatalog(ctx, q, filter, sort ?? 'relevance', page) };
  },
});
