import { z } from 'zod';
import { getMod, ModSort, searchCatalog } from '../../../catalog/index.js';
import { listVersions } from '../../../publishing/index.js';
import {
  briefVersionShape,
  foundModShape,
  idShape,
  modShape,
  pageInput,
  pageShape,
} from '../shapes.js';
import { defineTool } from '../tool.js';

/** The number of versions in `mods.get`: the default size of a page in the API. */
const VERSIONS_SHOWN = 25;

/** `mods.get`: a mod and its newest versions that the viewer may see (Spec 4.1). */
export const readMod = defineTool({
  name: 'mods.get',
  input: z.strictObject({ mod_id: idShape }),
  output: z.strictObject({
    mod: modShape,
    versions: z.array(briefVersionShape).describe(`The newest ${VERSIONS_SHOWN} versions.`),
    has_more_versions: z.boolean(),
  }),
  async run(ctx, { mod_id }) {
    const mod = await getMod(ctx, mod_id);
    const versions = await listVersions(ctx, mod_id, {}, { limit: VERSIONS_SHOWN });
    const { items, pagination } = versions;
    return { value: { mod, versions: items, hasMoreVersions: pagination.hasMore } };
  },
});

/** `mods.search`: the search of the site (Spec 4.1). */
export const searchMods = defineTool({
  name: 'mods.search',
  input: z.strictObject({
    q: z.string().describe('Words in any language of the catalog.'),
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
