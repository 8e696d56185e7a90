import type { Database } from '../../database/connect.js';
import { Prisma } from '../../database/generated/client.js';
import { byAuthor, withFacets } from '../../database/mod-clauses.js';
import { existedAt, requireGeneration, SNAPSHOT } from '../../database/snapshot.js';
import { foreignPosition } from '../own-positions.js';
import type { FacetCounts, FacetQuery, FoundMod, SearchHit, SearchQuery } from '../search.port.js';
import { CANDIDATES, firstMatches, inGame, matches } from './candidates.js';
import { BREADTHS, type Breadth } from './popularity-levels.js';
import { byRelevance, candidatesOf, HEAD, type Place } from './relevance-page.js';
import { type ResolvedQuery, resolveQuery } from './resolve-query.js';
import { MATCHED_FIELDS, requestedTerms, scoreOf } from './score.js';

interface FoundRow extends Omit<SearchHit, 'position' | 'mod'>, FoundMod {
  readonly key: number;
  readonly generation: number | null;
}

/**
 * Finds mods and their `FoundMod`. Up to three statements resolve the text, and one finds the page;
 * further ones if the first candidates do not fill it, and one for the id of an author. A walk by
 * relevance ends with the candidates of its first page; the other orders have no bound. Throws
 * `invalid_input` (`cursor_context_mismatch`) if the frozen order of the walk is no longer stored,
 * or if a position by relevance is of an earlier release.
 */
export async function findEntries(db: Database, query: SearchQuery): Promise<SearchHit[]> {
  const after = query.after === null ? null : placeOf(query.after, query.sort);
  const resolved = await resolveQuery(db, query, after?.best ?? null);
  if (resolved.words.length === 0) return [];
  const ofAuthor = await byAuthor(db, query.author);
  const filter = Prisma.sql`${withFacets(query.facets)} ${ofAuthor}`;
  if (query.sort !== 'relevance') {
    const rows = await db.$queryRaw<FoundRow[]>(inOrder(query, resolved, filter, after));
    if (rows.length === 0 && after?.generation != null)
      await requireGeneration(db, after.generation);
    return rows.map((row) => hitOf(row, 'all', null));
  }
  // A walk keeps the candidates of its first page.
  const breadths = after ? [after.breadth] : BREADTHS;
  for (const breadth of breadths) {
    const rows = await db.$queryRaw<FoundRow[]>(
      byRelevance(query, resolved, filter, after, breadth),
    );
    const { isBounded, groups } = candidatesOf(query, resolved, breadth, after);
    if (rows.length >= query.limit || !isBounded || breadth === breadths.at(-1)) {
      const isOne = groups.some(({ group }) => group === null);
      const best = isOne ? null : resolved.words.map((word) => word.best.alternatives.length);
      return rows.map((row) => hitOf(row, breadth, best));
    }
  }
  return [];
}

function hitOf(row: FoundRow, breadth: Breadth, best: Place['best']): SearchHit {
  const { modId, score, matched, snapshot, key, generation, ...mod } = row;
  const position = JSON.stringify([generation, String(key), modId, breadth, best]);
  return { modId, score, matched, snapshot, mod, position };
}

function placeOf(position: string, sort: SearchQuery['sort']): Place {
  // `hitOf` wrote it, and a MAC protects the cursor.
  const [generation, key, modId, breadth, best] = JSON.parse(position) as [
    number | null,
    string,
    string,
    Breadth,
    Place['best'] | undefined,
  ];
  // The previous release scored mods in another way.
  if (best === undefined && sort === 'relevance') throw foreignPosition();
  return { generation, key, modId, breadth, best: best ?? null };
}

/** The orders that mod lists also have, as of the start of the walk. No bound but the page. */
function inOrder(
  query: SearchQuery,
  resolved: ResolvedQuery,
  filter: Prisma.Sql,
  after: Place | null,
): Prisma.Sql {
  const order = orderOf(query, after);
  const next = after
    ? Prisma.sql`and (${order.key}, d.mod_id) < (${after.key}::float8, ${after.modId}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    with ${requestedTerms(resolved)}, page as (
      select d.id, d.mod_id as "modId", ${order.key} as key, ${order.generation} as generation, ${HEAD}
      from search_entries d join mods m on m.id = d.mod_id
        join mod_publications p on p.mod_id = d.mod_id and ${existedAt('p', query.snapshot)}
        ${order.join}
      where ${matches(resolved)} ${inGame(resolved, query.snapshot)} and m.state = 'published'
        and ${existedAt('d', query.snapshot)} ${filter} ${next}
      order by ${order.key} desc, d.mod_id desc limit ${query.limit})
    select page."modId", page.key, page.generation, page.state, page.revision,
      page."documentRevision", page."downloadsCount", ${scoreOf(resolved)} as score,
      ${MATCHED_FIELDS} as matched, ${SNAPSHOT}
    from page join search_entries d on d.id = page.id cross join requested
    order by page.key desc, page."modId" desc`;
}

interface Order {
  readonly join: Prisma.Sql;
  readonly key: Prisma.Sql;
  readonly generation: Prisma.Sql;
}

function orderOf({ sort }: SearchQuery, after: Place | null): Order {
  if (sort === 'latest') {
    const key = Prisma.sql`extract(epoch from p.published_at)::float8`;
    return { join: Prisma.empty, key, generation: Prisma.sql`null::int` };
  }
  const generation = after
    ? Prisma.sql`${after.generation}::int`
    : Prisma.sql`(select max(id) from rank_generations)`;
  return {
    join: Prisma.sql`join mod_ranks r on r.mod_id = d.mod_id
      and r.kind = ${sort}::"RankKind" and r.generation = ${generation}`,
    key: Prisma.sql`r.value`,
    generation: Prisma.sql`r.generation`,
  };
}

interface CandidateRow {
  /** Whether the mod is still published. */
  readonly isFound: boolean;
  readonly gameId: string;
  readonly facets: string[];
}

/**
 * Counts the facets of the mods that match, among the first `CANDIDATES` matches. If there may be
 * more, the counts are lower bounds and `isComplete` is false.
 */
export async function countEntries(db: Database, query: FacetQuery): Promise<FacetCounts> {
  const resolved = await resolveQuery(db, query);
  if (resolved.words.length === 0)
    return { total: 0, isComplete: true, games: new Map(), facets: new Map() };
  const filter = Prisma.sql`${withFacets(query.facets)} ${await byAuthor(db, query.author)}`;
  const candidates = await db.$queryRaw<CandidateRow[]>`
    with ${requestedTerms(resolved)}
    select m.state = 'published' as "isFound", m.game_id as "gameId", m.facets
    from (${firstMatches(resolved, filter)}) c join mods m on m.id = c.mod_id`;
  const found = candidates.filter(({ isFound }) => isFound);
  const { keysOf = (facets) => facets } = query;
  return {
    total: found.length,
    isComplete: candidates.length < CANDIDATES,
    games: countsOf(found.map(({ gameId }) => gameId)),
    facets: countsOf(found.flatMap(({ facets }) => [...keysOf(facets)])),
  };
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
