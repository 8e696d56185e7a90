import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../prisma/migrate.js';
import type { Database } from '../../src/platform/database/connect.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';

/** A database in the state of an earlier release, for tests of a migration on existing rows. */
export interface DatabaseBefore {
  readonly db: Database;
  /** Runs statements without foreign keys, so that irrelevant rows need not exist. */
  unchecked(...statements: readonly string[]): Promise<void>;
  /** Applies the migration and all later ones. */
  upgrade(): Promise<void>;
}

/** Opens a database for the tests of a file, with all migrations before the named one. */
export function useDatabaseBefore(migration: string): DatabaseBefore {
  let opened: TestDatabase | undefined;
  const database = (): TestDatabase => {
    if (opened === undefined) throw new Error('the database opens before the first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await openEmptyDatabase();
    await migrateUntil(opened.url, migration);
  });
  afterAll(() => opened?.drop());
  return {
    get db() {
      return database().db;
    },
    async unchecked(...statements) {
      await database().db.$transaction(async (tx) => {
        await tx.$executeRaw`set local session_replication_role = replica`;
        for (const statement of statements) await tx.$executeRawUnsafe(statement);
      });
    },
    async upgrade() {
      expect(await migrate(database().url)).toContain(migration);
    },
  };
}

async function migrateUntil(url: string, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-migrations-'));
  try {
    for (const { name } of await readMigrations(MIGRATIONS_FOLDER)) {
      if (name >= migration) continue;
      await cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
    }
    await migrate(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
