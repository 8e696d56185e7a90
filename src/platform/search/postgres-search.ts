import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';
import type { Search, SearchEntry, SearchHit, SearchQuery } from './search.port.js';

/** The languages that texts come in, with the text search configuration that stems each. */
const STEMMERS: Readonly<Record<string, string>> = { ru: 'russian', en: 'english', de: 'german' };

/** Matches of a title that is merely similar count from here (pg_trgm word similarity, 0 to 1). */
const SIMILAR_ENOUGH = 0.45;

/** Search in PostgreSQL itself: stemmed full text in three languages, and trigrams for typos. */
export function createPostgresSearch(db: Database): Search {
  return {
    async index(entries) {
      for (const entry of entries) await db.$executeRaw(upsert(entry));
    },
    async remove(modIds) {
      await db.searchDocument.deleteMany({ where: { modId: { in: [...modIds] } } });
    },
    async find(query) {
      return db.$queryRaw<SearchHit[]>(select(query));
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
function upsert(entry: SearchEntry): Prisma.Sql {
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
  return Prisma.sql`
    insert into search_documents (mod_id, game_id, revision, title, body, facets, popularity, indexed_at)
    values (${entry.modId}::uuid, ${entry.gameId}::uuid, ${entry.revision}, ${title}, ${body},
      ${[...entry.facets]}::text[], ${entry.popularity}, now())
    on conflict (mod_id) do update set game_id = excluded.game_id, revision = excluded.revision,
      title = excluded.title, body = excluded.body, facets = excluded.facets,
      popularity = excluded.popularity, indexed_at = excluded.indexed_at
    where search_documents.revision <= excluded.revision`;
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

function select(query: SearchQuery): Prisma.Sql {
  const inGame = query.gameId ? Prisma.sql`and d.game_id = ${query.gameId}::uuid` : Prisma.empty;
  const withFacets = query.facets.length
    ? Prisma.sql`and d.facets @> ${[...query.facets]}::text[]`
    : Prisma.empty;
  const after = query.after
    ? Prisma.sql`where (score, "modId") < (${query.after.score}::float8, ${query.after.modId}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    with asked as (
      select websearch_to_tsquery('simple', ${query.text}::text) || websearch_to_tsquery('english', ${query.text}::text)
        || websearch_to_tsquery('russian', ${query.text}::text) || websearch_to_tsquery('german', ${query.text}::text) as words,
        lower(${query.text}::text) as typed),
    found as (
      select d.mod_id as "modId", d.body, d.title, a.words, a.typed, m.published_at, m.downloads_count,
        m.trending_score, ts_rank_cd(d.body, a.words) as rank, word_similarity(a.typed, d.title) as closeness
      from search_documents d join mods m on m.id = d.mod_id, asked a
      where (d.body @@ a.words or a.typed <% d.title)
        and m.state = 'published' and m.published_at <= ${query.asOf}::timestamptz
        ${inGame} ${withFacets}),
    scored as (
      select "modId", ${scoreOf(query.sort)} as score,
        array_remove(array[
          case when ts_filter(body, '{a}') @@ words or closeness >= ${SIMILAR_ENOUGH} then 'title' end,
          case when ts_filter(body, '{b}') @@ words then 'summary' end,
          case when ts_filter(body, '{c}') @@ words then 'description' end,
          case when ts_filter(body, '{d}') @@ words then 'keywords' end], null) as matched
      from found)
    select * from scored ${after} order by score desc, "modId" desc limit ${query.limit}`;
}

function scoreOf(sort: SearchQuery['sort']): Prisma.Sql {
  const scores = {
    relevance: Prisma.sql`round((rank + closeness)::numeric, 6)::float8`,
    latest: Prisma.sql`extract(epoch from published_at)::float8`,
    downloads: Prisma.sql`downloads_count::float8`,
    trending: Prisma.sql`trending_score`,
  };
  return scores[sort];
}
