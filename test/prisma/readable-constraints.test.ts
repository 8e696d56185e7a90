import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../prisma/migrate.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';

const MIGRATION = '20261122143000_readable_constraints';

let database: TestDatabase;
let empty: TestDatabase;
let folder: string;

beforeAll(async () => {
  [database, empty] = [await openEmptyDatabase(), await openEmptyDatabase()];
  folder = await mkdtemp(join(tmpdir(), 'modport-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

const queued = ({ db }: TestDatabase) => db.job.count({ where: { kind: 'align-constraints' } });

test('the migration queues one check of existing constraints, and none for a new database', async () => {
  const { db, url } = database;
  for (const { name } of await readMigrations(MIGRATIONS_FOLDER)) {
    if (name < MIGRATION)
      await cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
  // Only the dependencies matter here: their mods and versions need not exist.
  const id = randomUUID();
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`;
    await tx.$executeRaw`
      insert into dependencies (id, mod_id, version_id, kind, target_mod_id, version_constraint)
      values (${id}::uuid, ${id}::uuid, ${id}::uuid, 'required', ${id}::uuid, '[1.0,2.0)')`;
  });
  await migrate(url);
  await migrate(empty.url);
  expect([await queued(database), await queued(empty)]).toEqual([1, 0]);
});
