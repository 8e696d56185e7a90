import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const FIRST = '20261122140100_version_identity';

/** The positions of one gallery before the migration, in picture order, and after it. */
const GALLERIES: readonly (readonly [
  what: string,
  before: readonly number[],
  after: readonly number[],
])[] = [
  ['different positions stay', [0, 3, 9999], [0, 3, 9999]],
  ['shared positions move back, no further than they have to', [0, 0, 1, 7, 7], [0, 1, 2, 7, 8]],
  ['pictures at the highest position move forward', [5, 9999, 9999, 9999], [5, 9997, 9998, 9999]],
];

const old = useDatabaseBefore(FIRST);

test('the migration separates picture positions of existing mods and queues their documents', async () => {
  const { db } = old;
  const mods = GALLERIES.map(() => randomUUID());
  // Only mods and media matter here: their games and teams need not exist.
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`;
    for (const [at, [, before]] of GALLERIES.entries()) {
      const modId = mods[at] ?? '';
      await tx.$executeRaw`
        insert into mods (id, game_id, team_id, author_id, slug, title, summary, description)
        values (${modId}::uuid, ${modId}::uuid, ${modId}::uuid, ${modId}::uuid, ${modId}, '{}', '{}', '{}')`;
      for (const [place, position] of before.entries()) {
        await tx.$executeRaw`
          insert into media (id, mod_id, kind, managed_by, storage_key, content_type, width, height,
            size_bytes, sha256, position)
          values (${`00000000-0000-7000-8000-${String(at * 100 + place).padStart(12, '0')}`}::uuid,
            ${modId}::uuid, 'gallery', 'uploader', 'x', 'image/webp', 1, 1, 1, ${'0'.repeat(64)}, ${position})`;
      }
    }
  });
  await old.upgrade();
  const pictures = await db.$queryRaw<{ mod_id: string; position: number }[]>`
    select mod_id, position from media order by id`;
  const found = GALLERIES.map(([what], at) => [
    what,
    pictures.filter((it) => it.mod_id === mods[at]).map(({ position }) => position),
  ]);
  expect(found).toEqual(GALLERIES.map(([what, , after]) => [what, after]));
  const revisions = await db.$queryRaw<{ id: string; revision: number }[]>`
    select id, revision from mods`;
  expect(mods.map((id) => revisions.find((mod) => mod.id === id)?.revision)).toEqual([1, 2, 2]);
  const jobs = await db.$queryRaw`
    select kind, payload, state::text from jobs where kind = 'refresh-documents'`;
  expect(jobs).toEqual([{ kind: 'refresh-documents', payload: {}, state: 'queued' }]);
});
