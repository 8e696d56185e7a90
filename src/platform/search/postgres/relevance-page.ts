import { Prisma } from '../../database/generated/client.js';
import { PREPARED } from '../../database/queries.js';
import { existedAt, SNAPSHOT } from '../../database/snapshot.js';
import type { SearchQuery } from '../search.port.js';
import { allOf, type Breadth, candidates, type TieredQueries } from './candidates.js';
import type { ResolvedQuery } from './resolve-query.js';
import { askedFor, bestOutsideTitles, MATCHED_FIELDS, scoreOf } from './score.js';

/** A position in a walk: the frozen order if any, the sort key, the id, and the breadth. */
export interface Place {
  readonly generation: number | null;
  readonly key: string;
  readonly modId: string;
  readonly breadth: Breadth;
}

/** The columns of the current state of a mod `m`. */
export const HEAD = Prisma.sql`m.state::text, m.revision, m.snapshot_revision as "snapshotRevision",
  m.downloads_count as "downloadsCount"`;

/**
 * Connections keep the plans of statements for first pages without filters, if they have at most so
 * many words. These are a few dozen statements.
 */
const KEPT_WORDS = 4;

/**
 * Popularity only orders mods with the same score: it changes the key by less than a score does.
 */
const KEY = Prisma.sql`(score + least(ln(1 + greatest(popularity, 0)) / 30000, 0.0009))`;

/** A page of the scored candidates in a query, with the current state of each mod. */
function pageOf(scored: Prisma.Sql, { snapshot, limit }: SearchQuery): Prisma.Sql {
  // The `offset` keeps PostgreSQL from a join that reads the state of all candidates and loses
  // their order.
  return Prisma.sql`
    select r.*, h.* from (${scored} order by key desc, mod_id desc) r cross join lateral (
      select ${HEAD} from mods m join mod_publications p on p.mod_id = m.id
        and ${existedAt('p', snapshot)}
      where m.id = r.mod_id and m.state = 'published' offset 0) h
    limit ${limit}`;
}

/**
 * A statement for a page of the candidates with the highest scores. Popularity only orders mods
 * with the same score.
 */
export function byRelevance(
  query: SearchQuery,
  resolved: ResolvedQuery,
  filter: Prisma.Sql,
  after: Place | null,
  breadth: Breadth,
): Prisma.Sql {
  const found = candidates(resolved, breadth, query.titlesOnly);
  const queries = found.select(query.snapshot, filter);
  const scored = (candidate: Prisma.Sql) => Prisma.sql`
    select s.*, ${KEY} as key from (
      select d.id, d.mod_id, d.popularity, ${scoreOf(resolved)} as score
      from (${candidate}) d cross join asked) s`;
  const isKept = after === null && filter.sql.trim() === '' && resolved.words.length <= KEPT_WORDS;
  const page =
    isKept && queries.others !== null
      ? titlesFirst(query, resolved, { ...queries, others: queries.others }, found.limit, scored)
      : Prisma.sql`
        page as (${pageOf(
          Prisma.sql`
          select * from (${scored(allOf(queries, found.limit))}) s ${nextOf(after)}`,
          query,
        )})`;
  return Prisma.sql`${isKept ? PREPARED : Prisma.empty}
    with ${askedFor(resolved)}, ${page}
    select page.mod_id as "modId", page.score, page.key, null::int as generation, page.state,
      page.revision, page."snapshotRevision", page."downloadsCount",
      ${MATCHED_FIELDS} as matched, ${SNAPSHOT}
    from page join search_entries d on d.id = page.id cross join asked
    order by page.key desc, page.mod_id desc`;
}

function nextOf(after: Place | null): Prisma.Sql {
  if (after === null) return Prisma.empty;
  return Prisma.sql`where (key, mod_id) < (${after.key}::float8, ${after.modId}::uuid)`;
}

/**
 * The page of `byRelevance` in two steps: first the mods with all words in the title. If enough of
 * them rank above every other candidate, PostgreSQL does not read the others.
 */
function titlesFirst(
  query: SearchQuery,
  resolved: ResolvedQuery,
  { first, others }: TieredQueries,
  limit: number,
  scored: (candidate: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const isShort = Prisma.sql`(select count(*) from certain) < ${query.limit}`;
  const certain = Prisma.sql`select * from first where score > ${bestOutsideTitles(resolved)}`;
  const rest = Prisma.sql`${others(isShort)} limit ${limit} - (select count(*) from first)`;
  const all = Prisma.sql`
    select * from (select * from first union all select * from others) c where ${isShort}`;
  return Prisma.sql`
    first as materialized (${scored(first)}),
    certain as materialized (${pageOf(certain, query)}),
    others as materialized (${scored(rest)}),
    page as (
      select * from certain where not (${isShort}) union all (${pageOf(all, query)}))`;
}
