import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../prisma/migrate.js';
import { openSchemaEngine, sqlTowards } from '../../prisma/schema-engine.js';
import { projectRoot } from '../../src/platform/release.js';
import { openEmptyDatabase, openTestDatabase, overTcp, type TestDatabase } from '../database.js';
import { longTest } from '../rounds.js';
import { openKeepingPooler } from './keeping-pooler.js';

let database: TestDatabase;
/** A database that `migrate` created at the start of the run. */
let migrated: TestDatabase;
let folder: string;

beforeAll(async () => {
  migrated = await openTestDatabase();
});
afterAll(() => migrated.drop());

beforeEach(async () => {
  database = await openEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'modport-migrations-'));
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function tables(): Promise<string[]> {
  const rows = await database.db.$queryRaw<{ name: string }[]>`
    SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  return rows.map((row) => row.name).filter((name) => name !== '_prisma_migrations');
}

test('migrate applies every migration to an empty database, and nothing in a second run', async () => {
  const all = (await readMigrations(MIGRATIONS_FOLDER)).map((migration) => migration.name);
  expect(all.length).toBeGreaterThan(0);
  expect(await migrate(database.url)).toEqual(all);
  expect(await migrate(database.url)).toEqual([]);
});

test('concurrent runs of migrate apply each migration once', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));
  const all = (await readMigrations(MIGRATIONS_FOLDER)).map((migration) => migration.name);
  // They take turns.
  expect(runs.flat().sort()).toEqual(all);
});

test('migrate leaves no lock on a connection that a pooler keeps for others', async () => {
  const pooler = await openKeepingPooler(overTcp(database.url));
  try {
    await write('1_first', 'CREATE TABLE first (id int)');
    expect(await migrate(pooler.url, folder)).toEqual(['1_first']);
    const found = await database.db.$queryRaw`
      SELECT application_name AS name, count(l.pid)::int AS locks
      FROM pg_stat_activity a LEFT JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory'
      WHERE datname = current_database() AND a.pid <> pg_backend_pid() GROUP BY 1`;
    expect(found).toEqual([{ name: 'modport migrate', locks: 0 }]);
  } finally {
    await pooler.close();
  }
});

test('a migration has no time limit, although the sessions of the role have some', async () => {
  const limit = (name: string, ms: number) =>
    database.db.$executeRawUnsafe(`
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET ${name} = ${ms}', current_database());
    END $$`);
  await limit('statement_timeout', 15_000);
  await limit('idle_in_transaction_session_timeout', 20_000);
  await write(
    '1_first',
    `CREATE TABLE limits AS SELECT name, setting, reset_val FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`,
  );
  await migrate(database.url, folder);
  expect(await database.db.$queryRaw`SELECT * FROM limits ORDER BY name`).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '0', reset_val: '20000' },
    { name: 'statement_timeout', setting: '0', reset_val: '15000' },
  ]);
});

test('migrate applies only the new migrations, in order', async () => {
  await write('1_first', 'CREATE TABLE first (id int)');
  await migrate(database.url, folder);
  await write('3_third', 'ALTER TABLE second ADD COLUMN name text');
  await write('2_second', 'CREATE TABLE second (id int)');
  expect(await migrate(database.url, folder)).toEqual(['2_second', '3_third']);
  expect(await tables()).toEqual(['first', 'second']);
});

test('a migration that fails halfway leaves no changes and can be repaired', async () => {
  await write('1_first', 'CREATE TABLE first (id int)');
  await write('2_second', 'CREATE TABLE second (id int); SELECT 1 / 0');
  await expect(migrate(database.url, folder)).rejects.toThrow(
    'migration 2_second failed: division by zero',
  );
  expect(await tables()).toEqual(['first']);
  await write('2_second', 'CREATE TABLE second (id int)');
  expect(await migrate(database.url, folder)).toEqual(['2_second']);
});

test('a migration that was edited after its run is refused', async () => {
  await write('1_first', 'CREATE TABLE first (id int);\n');
  await migrate(database.url, folder);
  await write('1_first', 'CREATE TABLE first (id bigint);\n');
  await expect(migrate(database.url, folder)).rejects.toThrow('1_first was edited');
  await write('1_first', 'CREATE TABLE first (id int);\r\n');
  expect(await migrate(database.url, folder)).toEqual([]);
});

test('a migration that another tool left unfinished is not skipped', async () => {
  await write('1_first', 'CREATE TABLE first (id int)');
  await migrate(database.url, folder);
  await database.db.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`;
  await expect(migrate(database.url, folder)).rejects.toThrow('1_first was begun');
});

longTest('the schema engine of Prisma finds the history complete and unedited', async () => {
  const engine = await openSchemaEngine(migrated.url);
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const found = await engine.diagnoseMigrationHistory({
    migrationsList: {
      baseDir: MIGRATIONS_FOLDER,
      lockfile: {
        path: 'migration_lock.toml',
        content: await readFile(join(MIGRATIONS_FOLDER, 'migration_lock.toml'), 'utf8'),
      },
      shadowDbInitScript: '',
      migrationDirectories: migrations.map(({ name, sql }) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
      })),
    },
    optInToShadowDatabase: false,
    filters: { externalTables: [], externalEnums: [] },
  });
  expect(found).toMatchObject({
    hasMigrationsTable: true,
    editedMigrationNames: [],
    failedMigrationNames: [],
    history: null,
  });
});

test('the migrations create the database that schema.prisma describes', async () => {
  const schema = await readFile(join(projectRoot(), 'prisma', 'schema.prisma'), 'utf8');
  expect(await sqlTowards(schema, migrated.url)).toBe('');
});

longTest(
  'sqlTowards reports a missing column and ignores objects that Prisma cannot express',
  async () => {
    const changed = await openTestDatabase();
    await changed.db.$executeRaw`CREATE INDEX extra ON mods (slug) WHERE state = 'published'`;
    await changed.db.$executeRaw`ALTER TABLE mods ADD CHECK (revision > 0)`;
    const schema = await readFile(join(projectRoot(), 'prisma', 'schema.prisma'), 'utf8');
    expect(await sqlTowards(schema, changed.url)).toBe('');
    await changed.db.$executeRaw`ALTER TABLE mods DROP COLUMN revision`;
    expect(await sqlTowards(schema, changed.url)).toContain('ADD COLUMN     "revision"');
    await changed.drop();
  },
);
