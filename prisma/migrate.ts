import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { WITHOUT_LIMITS } from '../src/platform/database/session.js';
import { projectRoot } from '../src/platform/release.js';
import { ADVISORY_LOCKS } from '../src/registry/locks.js';
import { SCHEMA_GENERATION } from '../src/registry/schema-generation.js';
import { raiseGeneration, refuseOtherGenerations } from './generation.js';
import { MigrationError } from './migration-error.js';

export { MigrationError } from './migration-error.js';

/** One migration of the migrations folder. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, as Prisma records it. */
  readonly checksum: string;
}

/** The folder of the migrations. */
export const MIGRATIONS_FOLDER = join(projectRoot(), 'prisma', 'migrations');

// As the Prisma CLI creates it, so that the CLI finds the migrations applied here.
const BOOK = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface MigrateOptions {
  /** Whether nothing may be written. Then missing migrations are an error. */
  readonly readOnly?: boolean;
  /** The generation of the release; by default that of this one. */
  readonly generation?: number;
}

/**
 * Applies the missing migrations, in the order of their names, and returns those that it applied.
 * Each is one transaction together with its record, so that after a crash it is either done or not
 * begun. Concurrent starts wait for each other. Only releases of neighbouring generations may share a
 * database. Throws MigrationError, also for an applied migration that was edited since, or
 * PostgreSQL's error.
 */
export async function migrate(
  url: string,
  folder = MIGRATIONS_FOLDER,
  { readOnly = false, generation = SCHEMA_GENERATION }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await (folder === MIGRATIONS_FOLDER
    ? ownMigrations()
    : readMigrations(folder));
  const client = new pg.Client({ connectionString: url, application_name: 'modport migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseOtherGenerations(client, generation);
    const lacking = await pending(client, migrations);
    if (readOnly) {
      refuseLacking(lacking);
      return [];
    }
    const applied: string[] = [];
    for (const migration of lacking) {
      if (await applyOnce(client, migration)) applied.push(migration.name);
    }
    await raiseGeneration(client, generation);
    return applied;
  } finally {
    await client.end();
  }
}

/** The migrations of a folder in the order in which they apply. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      // A checkout on Windows may have changed the line endings; the record has the original's
      // checksum.
      const text = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      const sql = text.replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

let own: Promise<Migration[]> | undefined;

/** The migrations of this release, which do not change while a process runs. */
function ownMigrations(): Promise<Migration[]> {
  own ??= readMigrations(MIGRATIONS_FOLDER);
  return own;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished: boolean;
}

async function pending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const recorded = new Map((await readBook(client)).map((row) => [row.migration_name, row]));
  return migrations.filter(({ name, checksum }) => {
    const row = recorded.get(name);
    if (row?.finished === false) {
      throw new MigrationError(
        `migration ${name} was begun by another tool and never finished: repair the database, ` +
          'then tell it by "prisma migrate resolve"',
      );
    }
    if (row !== undefined && row.checksum !== checksum) {
      throw new MigrationError(`migration ${name} was edited after this database applied it`);
    }
    return row === undefined;
  });
}

async function readBook(client: pg.Client): Promise<Recorded[]> {
  const book = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  );
  if (book.rows[0]?.found !== true) return [];
  const { rows } = await client.query<Recorded>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

function refuseLacking([first]: readonly Migration[]): void {
  if (!first) return;
  throw new MigrationError(
    `READ_ONLY is on, but the database lacks migrations from ${first.name} on; ` +
      'run "npm run migrate", or start once without READ_ONLY',
  );
}

/**
 * Applies a migration in one transaction, and returns whether it did: another process may have done
 * so meanwhile. The lock is of the transaction. Behind a pooler in transaction mode, one of the
 * session would stay on a connection that others use.
 */
async function applyOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(WITHOUT_LIMITS);
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    await client.query(BOOK);
    const isLacking = (await pending(client, [migration])).length > 0;
    if (isLacking) await apply(client, migration);
    await client.query('COMMIT');
    return isLacking;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (error instanceof MigrationError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`migration ${migration.name} failed: ${cause}`, { cause: error });
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, transaction_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
