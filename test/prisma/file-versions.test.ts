import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../prisma/migrate.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';

const MIGRATION = '20261122135025_replaced_uploads';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'modport-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('a file of an unpublished version gets the string of its version, a published one keeps its own', async () => {
  const { db, url } = database;
  for (const { name } of await readMigrations(MIGRATIONS_FOLDER)) {
    if (name < MIGRATION)
      await cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
  const modId = randomUUID();
  const write = async (publishedAt: Date | null) => {
    const [versionId, artifactId] = [randomUUID(), randomUUID()];
    // The mod does not matter here and need not exist.
    await db.$transaction([
      db.$executeRaw`set local session_replication_role = replica`,
      db.$executeRaw`
        insert into mod_versions (id, mod_id, version, created_by_id, published_at)
        values (${versionId}::uuid, ${modId}::uuid, ${`renamed-${versionId}`}, ${modId}::uuid, ${publishedAt})`,
      db.$executeRaw`
        insert into artifacts (id, mod_id, version_id, file_kind, file_version, label, content_type, size_bytes)
        values (${artifactId}::uuid, ${modId}::uuid, ${versionId}::uuid, 'optional', 'before', 'x', 'x/y', 1)`,
    ]);
    return { versionId, artifactId };
  };
  const draft = await write(null);
  const out = await write(new Date('2026-11-01T00:00:00Z'));
  expect(await migrate(url)).toContain(MIGRATION);
  const versionOf = async (id: string) =>
    (await db.artifact.findUniqueOrThrow({ where: { id } })).fileVersion;
  expect(await versionOf(draft.artifactId)).toBe(`renamed-${draft.versionId}`);
  expect(await versionOf(out.artifactId)).toBe('before');
});
