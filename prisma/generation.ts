import type pg from 'pg';
import { generationOf } from '../src/registry/schema-generation.js';
import { MigrationError } from './migration-error.js';

/**
 * Refuses a database that other generations use: one of a release after the next one has migrated
 * it, or a service of a release before the previous one still runs on it. Throws MigrationError.
 */
export async function refuseOtherGenerations(client: pg.Client, own: number): Promise<void> {
  const found = await readGeneration(client);
  if (found > own + 1) {
    throw new MigrationError(
      `the database belongs to releases of generation ${found}, and this one has generation ${own}; ` +
        'start a newer release',
    );
  }
  const oldest = await oldestService(client);
  if (oldest !== null && oldest < own - 1) {
    throw new MigrationError(
      `a service of generation ${oldest} still uses the database, and this release has generation ${own}; ` +
        'stop it, or start a release between both first',
    );
  }
}

/** Records that a release of this generation has migrated the database. Never lowers the record. */
export async function raiseGeneration(client: pg.Client, own: number): Promise<void> {
  if (!(await hasGeneration(client)) || (await readGeneration(client)) >= own) return;
  await client.query(
    `insert into schema_generation as g (id, generation) values (1, $1)
       on conflict (id) do update set generation = greatest(g.generation, excluded.generation)`,
    [own],
  );
}

/** A database from before the table belongs to generation 0. */
async function readGeneration(client: pg.Client): Promise<number> {
  if (!(await hasGeneration(client))) return 0;
  const { rows } = await client.query<{ generation: number }>(
    'select generation from schema_generation',
  );
  return rows[0]?.generation ?? 0;
}

async function hasGeneration(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_generation') is not null as found`,
  );
  return rows[0]?.found === true;
}

/** The lowest generation of the services that are connected to the database; null without one. */
async function oldestService(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'modport%'`,
  );
  const generations = rows.map(({ name }) => generationOf(name)).filter((it) => it !== null);
  return generations.length === 0 ? null : Math.min(...generations);
}
