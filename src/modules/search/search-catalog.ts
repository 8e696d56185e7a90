import type { SearchHit } from '../../platform/search/search.port.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { inOrderOf } from '../../request/loaders.js';
import { type Listing, mapPage, type Page, type PageInput, readPage } from '../../request/page.js';
import {
  type Mod,
  type ModFilter,
  type ModHead,
  type ModSort,
  modsOf,
  normalized,
  wantedFacets,
} from '../catalog/index.js';

/**
 * Published mods that a text finds, best first unless another order is asked for (Spec 4.1).
 * Throws `invalid_input` for an empty or overlong text, a limit or a cursor that does not fit.
 */
export async function searchCatalog(
  ctx: RequestContext,
  text: string | null | undefined,
  filter: ModFilter,
  sort: ModSort,
  page: PageInput,
): Promise<Page<Mod>> {
  const q = readText(text);
  const gameId = await gameIdOf(ctx, filter);
  const listing: Listing<SearchHit> = {
    context: { resource: 'search', sort, filters: { ...normalized(filter), q } },
    read: async ({ at, after }, limit) =>
      gameId === undefined
        ? []
        : ctx.platform.search.find({
            text: q,
            gameId,
            facets: wantedFacets(filter),
            sort,
            asOf: at,
            after: after?.[0] ?? null,
            limit,
          }),
    keysOf: (hit) => [hit.position],
  };
  const hits = await readPage(ctx, page, listing);
  return mapPage(hits, await foundMods(ctx, hits.items));
}

function readText(text: string | null | undefined): string {
  const q = text?.normalize('NFC').trim() ?? '';
  if (q === '') throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  if ([...q].length > LIMITS.searchTextCharacters) {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'too_long' }] });
  }
  return q;
}

/** The id behind a game filter: null without a filter, undefined where no game has that slug. */
async function gameIdOf(
  ctx: RequestContext,
  filter: ModFilter,
): Promise<string | null | undefined> {
  if (!filter.gameSlug) return null;
  const game = await ctx.platform.db.game.findUnique({
    where: { slug: filter.gameSlug },
    select: { id: true },
  });
  return game?.id;
}

async function foundMods(ctx: RequestContext, hits: readonly SearchHit[]): Promise<Mod[]> {
  if (hits.length === 0) return [];
  const ids = hits.map((hit) => hit.modId);
  const rows = await ctx.platform.db.$queryRaw<ModHead[]>`
    select id, state::text, revision, snapshot_revision as "snapshotRevision",
      downloads_count as "downloadsCount"
    from mods where id = any(${ids}::uuid[]) and state = 'published'`;
  const mods = inOrderOf(ids, await modsOf(ctx, rows), (mod) => mod.id);
  return hits.flatMap(({ score, matched }, at) => {
    const mod = mods[at];
    return mod ? [{ ...mod, search: { score, matched } }] : [];
  });
}
