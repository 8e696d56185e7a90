import { Prisma } from '../../database/generated/client.js';
import { PREPARED } from '../../database/queries.js';
import { existedAt, SNAPSHOT } from '../../database/snapshot.js';
import type { SearchQuery } from '../search.port.js';
import { type Candidates, candidates, isRare } from './candidates.js';
import type { Breadth } from './popularity-levels.js';
import type { ResolvedQuery } from './resolve-query.js';
import { MATCHED_FIELDS, requestedTerms, scoreIn, scoreOf } from './score.js';

/** A position in a walk. */
export interface Place {
  /** The frozen order; null for relevance and the latest mods. */
  readonly generation: number | null;
  /** The sort key. */
  readonly key: string;
  readonly modId: string;
  readonly breadth: Breadth;
  /**
   * The number of best alternatives of each word on the first page. Null if one query reads the
   * mods of all groups, and in the other orders. The groups of a mod, and so its score, stay the
   * same in a walk.
   */
  readonly best: readonly number[] | null;
}

/** The columns of the current state of a mod `m`. */
export const HEAD = Prisma.sql`m.state::text, m.revision, m.snapshot_revision as "documentRevision",
  m.downloads_count as "downloadsCount"`;

/**
 * Connections keep the plans of statements for first pages without filters, if they have at most so
 * many words. These are up to about 120 statements.
 */
const KEPT_WORDS = 4;

/**
 * Popularity only orders mods with the same score: it changes the key by less than a score does.
 */
const KEY = Prisma.sql`(score + least(ln(1 + greatest(popularity, 0)) / 30000, 0.0009))`;

/**
 * A statement for a page of the candidates with the highest scores. Popularity only orders mods
 * with the same score. PostgreSQL reads a group only if the groups before it do not fill the page.
 */
export function byRelevance(
  query: SearchQuery,
  resolved: ResolvedQuery,
  filter: Prisma.Sql,
  after: Place | null,
  breadth: Breadth,
): Prisma.Sql {
  const { groups } = candidatesOf(query, resolved, breadth, after);
  const isKept = after === null && filter.sql.trim() === '' && resolved.words.length <= KEPT_WORDS;
  const found = groups.map(({ group, select }, at) => {
    const before = groups.slice(0, at).map((_, number) => countOf(number));
    const missing = Prisma.join([Prisma.sql`${query.limit}::int`, ...before], ' - ');
    const isNeeded = Prisma.sql`${missing} > 0`;
    const score = group === null ? scoreOf(resolved) : scoreIn(group, resolved);
    const scored = Prisma.sql`
      select s.*, ${KEY} as key from (
        select d.id, d.mod_id, d.popularity, ${score} as score
        from (${select(query.snapshot, { filter, isNeeded })}) d cross join requested) s`;
    return Prisma.sql`${pageNumber(at)} as materialized (${pageOf(scored, after, query)} limit ${missing})`;
  });
  const all = groups.map((_, at) => Prisma.sql`select * from ${pageNumber(at)}`);
  return Prisma.sql`${isKept ? PREPARED : Prisma.empty}
    with ${requestedTerms(resolved)}, ${Prisma.join(found)},
      page as (${Prisma.join(all, ' union all ')})
    select page.mod_id as "modId", page.score, page.key, null::int as generation, page.state,
      page.revision, page."documentRevision", page."downloadsCount",
      ${MATCHED_FIELDS} as matched, ${SNAPSHOT}
    from page join search_entries d on d.id = page.id cross join requested
    order by page.key desc, page.mod_id desc`;
}

/** The candidates of a page. A walk keeps to the groups of its first page. */
export function candidatesOf(
  { titlesOnly }: SearchQuery,
  resolved: ResolvedQuery,
  breadth: Breadth,
  after: Place | null,
): Candidates {
  const isOne = after === null ? isRare(resolved) : after.best === null;
  return candidates(resolved, { breadth, titlesOnly, isOne });
}

/** The scored mods of one group in their order, with the current state of each. */
function pageOf(scored: Prisma.Sql, after: Place | null, { snapshot }: SearchQuery): Prisma.Sql {
  const next =
    after === null
      ? Prisma.empty
      : Prisma.sql`where (key, mod_id) < (${after.key}::float8, ${after.modId}::uuid)`;
  // The `offset` keeps PostgreSQL from a join that reads the state of all candidates and loses
  // their order.
  return Prisma.sql`
    select r.*, h.* from (select * from (${scored}) s ${next} order by key desc, mod_id desc) r
      cross join lateral (
        select ${HEAD} from mods m join mod_publications p on p.mod_id = m.id
          and ${existedAt('p', snapshot)}
        where m.id = r.mod_id and m.state = 'published' offset 0) h`;
}

function pageNumber(group: number): Prisma.Sql {
  return Prisma.raw(`page${group}`);
}

function countOf(group: number): Prisma.Sql {
  return Prisma.sql`(select count(*) from ${pageNumber(group)})`;
}
