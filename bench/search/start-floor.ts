import pg from 'pg';
import { type Server, startServer } from '../process.js';

/**
 * Starts the search server that the service is compared with (`floor.ts`), after it has filled the
 * table of that server with the published mods of a database.
 */
export async function startFloor(databaseUrl: string): Promise<Server> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      drop table if exists bench_search;
      create table bench_search as
        select id as mod_id, snapshot::text as document,
          to_tsvector('simple', (select string_agg(text.value, ' ')
            from (select * from jsonb_each_text(title) union all
              select * from jsonb_each_text(summary)) text)) as words
        from mods where state = 'published';
      create index on bench_search using gin (words)`);
    await client.query('vacuum analyze bench_search');
  } finally {
    await client.end();
  }
  return startServer('bench/search/floor.js', { DATABASE_URL: databaseUrl });
}
