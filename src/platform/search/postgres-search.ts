import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';
import { countInPostgres, findInPostgres } from './postgres-find.js';
import type { Search, SearchEntry } from './search.port.js';

/** The supported languages, each with its text search configuration. */
const STEMMERS: ReadonlyMap<string, string> = new Map([
  ['ru', 'russian'],
  ['en', 'english'],
  ['de', 'german'],
]);

/** Documents per statement. Each takes about forty of the 65,535 allowed parameters. */
const INDEX_BATCH = 100;

/**
 * The key of an advisory lock. It only needs to be unique in this database. One process writes
 * documents at a time.
 */
const WRITERS = 7_270_003;

/** Search in PostgreSQL: stemmed full text in three languages, and trigrams for typos. */
export function createPostgresSearch(db: Database): Search {
  return {
    index: (entries) => write(db, entries),
    async remove(modIds) {
      await db.$executeRaw`
        update search_documents set closed_at = now(), closed_in = pg_current_xact_id()
        where mod_id = any(${[...modIds]}::uuid[]) and closed_in is null`;
    },
    async find(query) {
      return findInPostgres(db, query);
    },
    countFacets: (query) => countInPostgres(db, query),
    async rebuild(batches) {
      const [began] = await db.$queryRaw<{ now: Date }[]>`select now()`;
      let indexed = 0;
      for await (const entries of batches) {
        await write(db, entries);
        indexed += entries.length;
      }
      // Each entry that was read has been written since. The others are not published any more.
      await db.$executeRaw`
        update search_documents set closed_at = now(), closed_in = pg_current_xact_id()
        where closed_in is null and indexed_at < ${began?.now}::timestamptz`;
      return indexed;
    },
    async ping() {
      await db.$queryRaw`select 1 from search_documents limit 1`;
    },
  };
}

async function write(db: Database, entries: readonly SearchEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += INDEX_BATCH) {
    const batch = entries.slice(at, at + INDEX_BATCH);
    await db.$transaction([
      db.$executeRaw`select pg_advisory_xact_lock(${WRITERS}::bigint)`,
      db.$executeRaw(insert(batch)),
      db.$executeRaw(close(batch)),
    ]);
  }
}

/**
 * Inserts documents. A newer document closes the older ones of its mod, even if two jobs run in the
 * wrong order. A document that is older than the current one is closed from the start. A closed one
 * stays unchanged for the walks that read it. The same revision again only updates the document.
 */
function insert(entries: readonly SearchEntry[]): Prisma.Sql {
  return Prisma.sql`
    insert into search_documents as d
      (mod_id, game_id, revision, title, body, facets, popularity, indexed_at)
    values ${Prisma.join(entries.map(document))}
    on conflict (mod_id, revision) do update set game_id = excluded.game_id,
      title = excluded.title, body = excluded.body, facets = excluded.facets,
      popularity = excluded.popularity, indexed_at = excluded.indexed_at,
      opened_in = case when d.closed_in is null then d.opened_in else excluded.opened_in end,
      closed_at = null, closed_in = null
    where d.closed_in is null or not exists (select from search_documents newer
      where newer.mod_id = d.mod_id and newer.revision > d.revision)`;
}

function close(entries: readonly SearchEntry[]): Prisma.Sql {
  return Prisma.sql`
    update search_documents d set closed_at = now(), closed_in = pg_current_xact_id()
    where d.mod_id = any(${entries.map(({ modId }) => modId)}::uuid[]) and d.closed_in is null
      and exists (select from search_documents newer
        where newer.mod_id = d.mod_id and newer.revision > d.revision)`;
}

function document(entry: SearchEntry): Prisma.Sql {
  const body = Prisma.join(
    [
      ...weighted(entry.titles, 'A'),
      ...weighted(entry.summaries, 'B'),
      ...weighted(entry.descriptions, 'C'),
      Prisma.sql`setweight(to_tsvector('simple', ${entry.keywords.join(' ')}), 'D')`,
    ],
    ' || ',
  );
  const title = Object.values(entry.titles).join(' | ').toLowerCase();
  return Prisma.sql`(${entry.modId}::uuid, ${entry.gameId}::uuid, ${entry.revision}::int, ${title},
    ${body}, ${[...entry.facets]}::text[], ${entry.popularity}::float8, now())`;
}

/**
 * Indexes each text with its own stemmer and unstemmed, so that exact words match in any language.
 */
function weighted(texts: Readonly<Record<string, string>>, weight: 'A' | 'B' | 'C'): Prisma.Sql[] {
  return Object.entries(texts).flatMap(([language, text]) =>
    [STEMMERS.get(language) ?? 'simple', 'simple'].map(
      (stemmer) =>
        Prisma.sql`setweight(to_tsvector(${stemmer}::text::regconfig, ${text}), ${weight}::text::"char")`,
    ),
  );
}
