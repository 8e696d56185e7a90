import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { SnapshotRow } from '../../../platform/database/snapshot.js';
import type { SearchHit, SearchQuery } from '../../../platform/search/search.port.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf } from '../../../request/loaders.js';
import {
  mapPage,
  type Page,
  type PagedList,
  type PageInput,
  readPage,
} from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { modsOf } from '../documents/cached-documents.js';
import { headStamp, type ModHead } from '../documents/present-mod.js';
import {
  listMods,
  listModsById,
  type ModFilter,
  type ModSort,
  modFilters,
} from '../mods/list-mods.js';
import { type Mod, ModPage } from '../mods/mod.type.js';
import { ModBrowseArgs, ModListArgs } from '../mods/mod-list.args.js';
import { publishedHeads } from '../mods/read-mods.js';
import { searchFilter, searchText } from './search-input.js';

/** A search hit and the current head of its mod. */
interface Found extends SnapshotRow {
  readonly hit: SearchHit;
  /** Null if the mod is no longer published and the index does not know it yet. */
  readonly head: ModHead | null;
}

/**
 * Searches published mods by text (Spec 4.1). A page may lack mods that are no longer published.
 * Throws `invalid_input` for a missing, empty or overlong text, or an invalid limit or cursor.
 * Throws `service_unavailable` if a busy engine has to continue the walk.
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
      const requested = await searchFilter(ctx, q, filter);
      return findMods(ctx, { ...requested, sort, snapshot, after: after?.[0] ?? null, limit });
    },
    keysOf: ({ hit }) => [hit.position],
    stampOf: ({ hit, head }) => [head && headStamp(head), hit.score, hit.matched],
  };
  const found = await readPage(ctx, page, listing);
  return mapPage(found, await presentFound(ctx, found.items));
}

/** The hits of a search with the current heads of their mods. */
async function findMods(ctx: RequestContext, query: SearchQuery): Promise<Found[]> {
  return withHeads(ctx, await ctx.platform.search.find(query));
}

/** Reads the current heads of the hits. One statement if the index does not return them. */
async function withHeads(ctx: RequestContext, hits: readonly SearchHit[]): Promise<Found[]> {
  const unknown = hits.filter(({ mod }) => !mod).map(({ modId }) => modId);
  const heads = unknown.length ? await publishedHeads(ctx, unknown) : [];
  const read = inOrderOf(
    hits.map(({ modId }) => modId),
    heads,
    ({ id }) => id,
  );
  return hits.map((hit, at) => ({
    hit,
    snapshot: hit.snapshot,
    head: hit.mod ? { id: hit.modId, ...hit.mod } : (read[at] ?? null),
  }));
}

/** The mods of the hits in their order. Those that are no longer published are omitted. */
async function presentFound(ctx: RequestContext, found: readonly Found[]): Promise<Mod[]> {
  const heads = found.flatMap(({ head }) => head ?? []);
  const mods = new Map((await modsOf(ctx, heads)).map((mod) => [mod.id, mod]));
  return found.flatMap(({ hit: { modId, score, matched } }) => {
    const mod = mods.get(modId);
    return mod ? [{ ...mod, search: { score, matched } }] : [];
  });
}

/**
 * The list of `GET /mods`. `ids` selects mods, `q` makes it a search, and without either it is a
 * plain list. An empty `q` counts as omitted. The default order is `latest`, also for a search;
 * that of the query `searchCatalog` is `relevance`. Throws `invalid_input` for the order
 * `relevance` without `q`.
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
