import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import type { Page } from '../../request/page.js';
import { listMods, type Mod, type ModListArgs } from '../catalog/index.js';
import { searchCatalog } from './search-catalog.js';

/**
 * The list of mods as `GET /mods` takes it: words make it a search, none make it a plain list.
 * Throws `invalid_input` where it is to be sorted by relevance to no words at all.
 */
export async function browseMods(ctx: RequestContext, args: ModListArgs): Promise<Page<Mod>> {
  const sort = args.sort ?? 'latest';
  if (args.q) return searchCatalog(ctx, args.q, args, sort, args);
  if (sort === 'relevance') {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  }
  return listMods(ctx, args, sort, args);
}
