import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { type Catalog, withDatabase } from './catalog.js';

/** Above this number of new mods, a rebuild of the inverted indexes is faster. */
const MANY = 20_000;

/** A folder that keeps the databases for the next run, one for each number of mods. */
const FOLDER = process.env['BENCH_FOLDER'];

/**
 * Starts a database with the first `mods` mods of the seed of the bench for `work`, and removes it.
 * With `BENCH_FOLDER`, it stays for the next run, which then adds only missing mods.
 */
export function withMods<T>(mods: number, work: (catalog: Catalog) => Promise<T>): Promise<T> {
  return withDatabase(
    async (catalog) => {
      await seedMods(catalog, mods);
      return work(catalog);
    },
    FOLDER && join(FOLDER, String(mods)),
  );
}

/**
 * Fills the database with the first `mods` mods of the seed of the bench, with one version each.
 * Then it removes what a bulk load leaves behind, as jobs and autovacuum do later: search entries
 * that newer ones replaced, dead rows, and old statistics of the planner.
 */
async function seedMods(catalog: Catalog, mods: number): Promise<void> {
  // Migrates a new database.
  await catalog.command(seeding(1));
  const client = new pg.Client({ connectionString: catalog.databaseUrl });
  await client.connect();
  try {
    const known = await client.query<{ count: number }>('select count(*)::int from mods');
    const missing = mods - (known.rows[0]?.count ?? 0);
    if (missing > MANY) await dropIndexes(client);
    if (missing > 0) await catalog.command(seeding(mods));
    await restoreIndexes(client);
    await client.query('delete from search_entries where closed_in is not null');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** The seed of the bench; its queries are about these mods. */
export const SEED = { seed: 'modport', versionsPerMod: 1 };

function seeding(mods: number): string[] {
  const { seed, versionsPerMod } = SEED;
  const number = String(versionsPerMod);
  return ['demo', 'seed', '--mods', String(mods), '--versions-per-mod', number, '--seed', seed];
}

/** Definitions of the dropped indexes. A table keeps them, because a run can be interrupted. */
const KEPT = 'bench_dropped_indexes';

async function dropIndexes(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    create table if not exists ${KEPT} (name text primary key, definition text not null);
    insert into ${KEPT}
      select indexname, replace(indexdef, 'CREATE INDEX', 'CREATE INDEX IF NOT EXISTS') from pg_indexes
      where tablename in ('search_entries', 'search_terms') and indexdef like '% USING gin %'
      on conflict do nothing`);
  for (const { name } of await keptIndexes(client)) {
    await client.query(`drop index if exists "${name}"`);
  }
  await client.query('commit');
}

async function restoreIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('${KEPT}') is not null as found`);
  if (!rows[0]?.found) return;
  await client.query(`set maintenance_work_mem = '1GB'`);
  for (const { definition } of await keptIndexes(client)) await client.query(definition);
  await client.query(`drop table ${KEPT}`);
}

const DROPPED = z.array(z.object({ name: z.string(), definition: z.string() }));

async function keptIndexes(client: pg.Client): Promise<z.infer<typeof DROPPED>> {
  return DROPPED.parse((await client.query(`select * from ${KEPT}`)).rows);
}
