import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const MIGRATION = '20261122135025_replaced_uploads';

const before = useDatabaseBefore(MIGRATION);

test('the migration gives files of an unpublished version its version string, and published files keep theirs', async () => {
  const { db } = before;
  const modId = randomUUID();
  const write = async (publishedAt: Date | null) => {
    const [versionId, artifactId] = [randomUUID(), randomUUID()];
    // The mod need not exist.
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`set local session_replication_role = replica`;
      await tx.$executeRaw`
        insert into mod_versions (id, mod_id, version, created_by_id, published_at)
        values (${versionId}::uuid, ${modId}::uuid, ${`renamed-${versionId}`}, ${modId}::uuid, ${publishedAt})`;
      await tx.$executeRaw`
        insert into artifacts (id, mod_id, version_id, file_kind, file_version, label, content_type, size_bytes)
        values (${artifactId}::uuid, ${modId}::uuid, ${versionId}::uuid, 'optional', 'before', 'x', 'x/y', 1)`;
    });
    return { versionId, artifactId };
  };
  const draft = await write(null);
  const out = await write(new Date('2026-11-01T00:00:00Z'));
  await before.upgrade();
  const versionOf = async (id: string) =>
    (await db.artifact.findUniqueOrThrow({ where: { id } })).fileVersion;
  expect(await versionOf(draft.artifactId)).toBe(`renamed-${draft.versionId}`);
  expect(await versionOf(out.artifactId)).toBe('before');
});
