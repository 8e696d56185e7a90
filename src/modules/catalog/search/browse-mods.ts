import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { listMods } from '../mods/list-mods.js';
import { listModsById } from '../mods/list-mods-by-id.js';
import type { Mod } from '../mods/mod.type.js';
import type { ModBrowseArgs } from '../mods/mod-list.args.js';
import { searchCatalog } from './search-catalog.js';

/**
 * The list of `GET /mods`. `ids` selects mods, `q` makes it a search, and without either it is a
 * plain list. Throws `invalid_input` for the order `relevance` without `q`.
 */
export async function browseMods(ctx: RequestContext, args: ModBrowseArgs): Promise<Page<Mod>> {
  const { ids, ...others } = args;
  if (ids) return listModsById(ctx, { ids, others });
  const sort = args.sort ?? 'latest';
  if (args.q) return searchCatalog(ctx, args.q, args, sort, args);
  if (sort === 'relevance') {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  }
  return listMods(ctx, args, sort, args);
}
