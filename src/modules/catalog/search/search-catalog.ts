import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import {
  mapPage,
  type Page,
  type PagedList,
  type PageInput,
  readPage,
} from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { headStamp } from '../documents/present-mod.js';
import {
  listMods,
  listModsById,
  type ModFilter,
  type ModSort,
  modFilters,
} from '../mods/list-mods.js';
import { type Mod, ModPage } from '../mods/mod.type.js';
import { ModBrowseArgs, ModListArgs } from '../mods/mod-list.args.js';
import { type Found, findMods, presentFound } from './found-mods.js';
import { searchFilter, searchText } from './search-input.js';

/**
 * Searches published mods by text. The default order is relevance (Spec 4.1). Throws
 * `invalid_input` for an empty or overlong text, or an invalid limit or cursor.
 */
export async function searchCatalog(
  ctx: RequestContext,
  text: string | null | undefined,
  filter: ModFilter,
  sort: ModSort,
  page: PageInput,
): Promise<Page<Mod>> {
  const q = searchText(text);
  const listing: PagedList<Found> = {
    context: { resource: 'search', sort, filters: { ...modFilters(filter), q } },
    async read({ snapshot, after }, limit) {
      const asked = await searchFilter(ctx, q, filter);
      return findMods(ctx, { ...asked, sort, snapshot, after: after?.[0] ?? null, limit });
    },
    keysOf: ({ hit }) => [hit.position],
    stampOf: ({ hit, head }) => [head && headStamp(head), hit.score, hit.matched],
  };
  const found = await readPage(ctx, page, listing);
  return mapPage(found, await presentFound(ctx, found.items));
}

/**
 * The list of `GET /mods`. `ids` selects mods, `q` makes it a search, and without either it is a
 * plain list. Throws `invalid_input` for the order `relevance` without `q`.
 */
async function browseMods(ctx: RequestContext, args: ModBrowseArgs): Promise<Page<Mod>> {
  const { ids, ...others } = args;
  if (ids) return listModsById(ctx, { ids, others });
  const sort = args.sort ?? 'latest';
  if (args.q) return searchCatalog(ctx, args.q, args, sort, args);
  if (sort === 'relevance') {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  }
  return listMods(ctx, args, sort, args);
}

/** Queries for lists and searches of mods (Spec 4.1). */
@Resolver()
export class SearchResolver {
  @Query(() => ModPage)
  @Scoped('anonymous', 'mods:read')
  listMods(
    @Ctx() ctx: RequestContext,
    @Args(() => ModBrowseArgs) args: ModBrowseArgs,
  ): Promise<Page<Mod>> {
    return browseMods(ctx, args);
  }

  @Query(() => ModPage)
  @Scoped('anonymous', 'mods:read')
  searchCatalog(
    @Ctx() ctx: RequestContext,
    @Args(() => ModListArgs) args: ModListArgs,
  ): Promise<Page<Mod>> {
    return searchCatalog(ctx, args.q, args, args.sort ?? 'relevance', args);
  }
}
