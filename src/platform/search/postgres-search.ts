import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';
import { findInPostgres } from './postgres-find.js';
import type { Search, SearchEntry } from './search.port.js';

/** The languages that texts come in, with the text search configuration that stems each. */
const STEMMERS: Readonly<Record<string, string>> = { ru: 'russian', en: 'english', de: 'german' };

/** Documents of one statement; each takes some forty of the 65,535 values that one may carry. */
const INDEX_BATCH = 100;

/** Search in PostgreSQL itself: stemmed full text in three languages, and trigrams for typos. */
export function createPostgresSearch(db: Database): Search {
  return {
    async index(entries) {
      for (let at = 0; at < entries.length; at += INDEX_BATCH) {
        await db.$executeRaw(upsert(entries.slice(at, at + INDEX_BATCH)));
      }
    },
    async remove(modIds) {
      await db.searchDocument.deleteMany({ where: { modId: { in: [...modIds] } } });
    },
    async find(query) {
      return findInPostgres(db, query);
    },
    async clear() {
      await db.searchDocument.deleteMany({});
    },
    async ping() {
      await db.$queryRaw`select 1 from search_documents limit 1`;
    },
  };
}

/** An older snapshot never replaces a newer one, in whatever order two jobs arrive. */
function upsert(entries: readonly SearchEntry[]): Prisma.Sql {
  return Prisma.sql`
    insert into search_documents (mod_id, game_id, revision, title, body, facets, popularity, indexed_at)
    values ${Prisma.join(entries.map(document))}
    on conflict (mod_id) do update set game_id = excluded.game_id, revision = excluded.revision,
      title = excluded.title, body = excluded.body, facets = excluded.facets,
      popularity = excluded.popularity, indexed_at = excluded.indexed_at
    where search_documents.revision <= excluded.revision`;
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

/** Each text under its own stemmer and unstemmed, so that exact words are found in any language. */
function weighted(texts: Readonly<Record<string, string>>, weight: 'A' | 'B' | 'C'): Prisma.Sql[] {
  return Object.entries(texts).flatMap(([language, text]) =>
    [STEMMERS[language] ?? 'simple', 'simple'].map(
      (stemmer) =>
        Prisma.sql`setweight(to_tsvector(${stemmer}::text::regconfig, ${text}), ${weight}::text::"char")`,
    ),
  );
}
