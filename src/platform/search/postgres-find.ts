import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';
import { byAuthor, withFacets } from '../database/mod-clauses.js';
import { existedAt, requireGeneration, SNAPSHOT } from '../database/snapshot.js';
import type { FacetCounts, FoundMod, SearchFilter, SearchHit, SearchQuery } from './search.port.js';
import { spellingsOf } from './spellings.js';

/**
 * The minimum similarity of a title (pg_trgm word similarity, 0 to 1). Short words are similar by
 * chance.
 */
const ALIKE = { short: 0.55, long: 0.4, shortCharacters: 5 };

/** The most mods whose facets are counted. */
const COUNTED_MODS = 1000;

/**
 * The settings of every database connection for search. The indexed operator reads its threshold
 * from a setting.
 */
export const SEARCH_SETTINGS = { 'pg_trgm.word_similarity_threshold': String(ALIKE.long) };

interface FoundRow extends Omit<SearchHit, 'position' | 'mod'>, FoundMod {
  readonly key: number;
  readonly generation: number | null;
}

/** A position in a walk: the frozen order if any, the sort key and the id. */
interface Place {
  readonly generation: number | null;
  readonly key: string;
  readonly modId: string;
}

/**
 * Finds mods and their heads with one bounded statement, and one more for the id of an author.
 * Throws `invalid_input` (`cursor_context_mismatch`) if the frozen order of the walk is no longer
 * stored.
 */
export async function findInPostgres(db: Database, query: SearchQuery): Promise<SearchHit[]> {
  const after = query.after === null ? null : placeOf(query.after);
  const rows = await db.$queryRaw<FoundRow[]>(
    select(query, after, await byAuthor(db, query.author)),
  );
  if (rows.length === 0 && after?.generation != null) await requireGeneration(db, after.generation);
  return rows.map(({ modId, score, matched, snapshot, key, generation, ...mod }) => ({
    snapshot,
    modId,
    score,
    matched,
    mod,
    position: JSON.stringify([generation, String(key), modId]),
  }));
}

/** Counts the facets of the first matching mods. */
export async function countInPostgres(db: Database, query: SearchFilter): Promise<FacetCounts> {
  const rows = await db.$queryRaw<{ gameId: string; facets: string[] }[]>(
    countable(query, await byAuthor(db, query.author)),
  );
  const counted = rows.slice(0, COUNTED_MODS);
  return {
    total: counted.length,
    isComplete: counted.length === rows.length,
    games: countsOf(counted.map(({ gameId }) => gameId)),
    facets: countsOf(counted.flatMap(({ facets }) => facets)),
  };
}

function countable({ text, gameSlug, facets }: SearchFilter, ofAuthor: Prisma.Sql): Prisma.Sql {
  const spellings = spellingsOf(text);
  const alike = Prisma.sql`(${Prisma.join(spellings.map(isAlike(text)), ' or ')})`;
  return Prisma.sql`
    with asked as (select ${wordsOf(spellings)} as words)
    select d.game_id as "gameId", m.facets
    from search_documents d join mods m on m.id = d.mod_id, asked a
    where (d.body @@ a.words or ${alike}) and m.state = 'published' and ${existedAt('d', null)}
      ${inGame(gameSlug)} ${withFacets(facets)} ${ofAuthor}
    order by d.popularity desc, d.mod_id desc limit ${COUNTED_MODS + 1}`;
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function inGame(slug: string | null): Prisma.Sql {
  if (!slug) return Prisma.empty;
  return Prisma.sql`and d.game_id = (select id from games where slug = ${slug})`;
}

function placeOf(position: string): Place {
  // The function below wrote it, and a MAC protects the cursor.
  const [generation, key, modId] = JSON.parse(position) as [number | null, string, string];
  return { generation, key, modId };
}

function select(query: SearchQuery, after: Place | null, ofAuthor: Prisma.Sql): Prisma.Sql {
  const spellings = spellingsOf(query.text);
  const next = after
    ? Prisma.sql`where (key, "modId") < (${after.key}::float8, ${after.modId}::uuid)`
    : Prisma.empty;
  const alike = Prisma.sql`(${Prisma.join(spellings.map(isAlike(query.text)), ' or ')})`;
  const closeness = spellings.map((it) => Prisma.sql`word_similarity(${it}::text, d.title)`);
  const order = orderOf(query, after);
  return Prisma.sql`
    with asked as (select ${wordsOf(spellings)} as words),
    found as (
      select d.mod_id as "modId", d.body, a.words, m.state::text, m.revision,
        m.snapshot_revision as "snapshotRevision", m.downloads_count as "downloadsCount",
        ${order.key} as "sortKey", ${order.generation} as generation,
        ts_rank_cd(d.body, a.words) as rank,
        greatest(${Prisma.join(closeness)}) as closeness, ${alike} as alike
      from search_documents d join mods m on m.id = d.mod_id ${order.join}, asked a
      where (d.body @@ a.words or ${alike})
        and m.state = 'published' and ${existedAt('d', query.snapshot)}
        ${inGame(query.gameSlug)} ${withFacets(query.facets)} ${ofAuthor}),
    scored as (
      select "modId", state, revision, "snapshotRevision", "downloadsCount",
        round((rank + closeness)::numeric, 6)::float8 as score,
        coalesce("sortKey", round((rank + closeness)::numeric, 6)::float8) as key, generation,
        array_remove(array[
          case when ts_filter(body, '{a}') @@ words or alike then 'title' end,
          case when ts_filter(body, '{b}') @@ words then 'summary' end,
          case when ts_filter(body, '{c}') @@ words then 'description' end,
          case when ts_filter(body, '{d}') @@ words then 'keywords' end], null) as matched
      from found)
    select *, ${SNAPSHOT} from scored ${next} order by key desc, "modId" desc limit ${query.limit}`;
}

/** The indexed operator tests for similarity. Short words need a higher one. */
function isAlike(text: string): (spelling: string) => Prisma.Sql {
  if (text.length > ALIKE.shortCharacters) return (it) => Prisma.sql`${it}::text <% d.title`;
  return (it) =>
    Prisma.sql`(${it}::text <% d.title and word_similarity(${it}::text, d.title) >= ${ALIKE.short})`;
}

/**
 * The words of each spelling, unstemmed and under the stemmers of its script, combined with OR. The
 * stemmer names are literals in the statement: as parameters, each row would parse the words again.
 */
function wordsOf(spellings: readonly string[]): Prisma.Sql {
  const queries = spellings.flatMap((text) => {
    const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
    const stemmers = isCyrillic ? ['simple', 'russian'] : ['simple', 'english', 'german'];
    return stemmers.map(
      (stemmer) => Prisma.sql`plainto_tsquery(${Prisma.raw(`'${stemmer}'`)}, ${text}::text)`,
    );
  });
  return Prisma.join(queries, ' || ');
}

interface Order {
  readonly join: Prisma.Sql;
  /** Null sorts by relevance. */
  readonly key: Prisma.Sql;
  readonly generation: Prisma.Sql;
}

/** The orders that mod lists also have, as of the start of the walk. */
function orderOf({ sort, snapshot }: SearchQuery, after: Place | null): Order {
  const none = Prisma.sql`null::int`;
  const positions = Prisma.sql`join mod_publications p on p.mod_id = d.mod_id
    and ${existedAt('p', snapshot)}`;
  if (sort === 'relevance')
    return { join: positions, key: Prisma.sql`null::float8`, generation: none };
  if (sort === 'latest') {
    return {
      join: positions,
      key: Prisma.sql`extract(epoch from p.published_at)::float8`,
      generation: none,
    };
  }
  const generation = after
    ? Prisma.sql`${after.generation}::int`
    : Prisma.sql`(select max(id) from rank_generations)`;
  return {
    join: Prisma.sql`${positions} join mod_ranks r on r.mod_id = d.mod_id
      and r.kind = ${sort}::"RankKind" and r.generation = ${generation}`,
    key: Prisma.sql`r.value`,
    generation: Prisma.sql`r.generation`,
  };
}
