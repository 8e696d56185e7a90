import pg from 'pg';

/**
 * Removes what a bulk load leaves behind, as jobs and autovacuum do later: closed entries, dead
 * rows, and old statistics of the planner.
 */
export async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('delete from search_entries where closed_in is not null');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
