import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import { ADVISORY_LOCK_SEEDS } from '../../../src/registry/locks.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { outside, untilSomebodyWaits } from '../../locks.js';
import { archiveOf, bareMod, declarationOf, draftVersion, newGame } from '../../publishing.js';
import { budgetOf, countStatements } from '../../statement-count.js';

/** More than one PUT may have. */
const SINGLE_BYTES = 1_000;

describe('the reservation of an upload', () => {
  const limits = { singleUploadBytes: SINGLE_BYTES, partSizeBytes: SINGLE_BYTES };
  const world = useWorld({ RATE_LIMITS: 'on' }, { jobs: 'when-settled', limits });
  const bytes = new Uint8Array(archiveOf('reserved'));
  let alice: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'reserved');
    alice = await world.creator('alice');
    modId = (await bareMod(alice, 'reserved')).id;
  });

  const newVersion = async () => (await draftVersion(alice, modId, { version: randomUUID() })).id;
  const reserve = (versionId: string, more: object = {}) => {
    const body = declarationOf({ modId, versionId }, bytes, more);
    return alice.post('/uploads', body, { 'Idempotency-Key': randomUUID() });
  };

  // Transactions that lock in another order would wait for each other.
  const { byteQuotas } = ADVISORY_LOCK_SEEDS;
  const quotaOf = (userId: string) =>
    Prisma.sql`select pg_advisory_xact_lock(hashtextextended(${`upload-bytes:user:${userId}`}, ${byteQuotas}::bigint))::text`;
  it.each([
    ['the byte quota', ['mods', 'users', 'mod_versions'], () => quotaOf(alice.userId)],
    [
      'the mod',
      ['users', 'mod_versions'],
      () => Prisma.sql`select id from mods where id = ${modId}::uuid for update`,
    ],
    [
      'the user',
      ['mod_versions'],
      () => Prisma.sql`select id from users where id = ${alice.userId}::uuid for update`,
    ],
  ] as const)('a reservation that waits for %s has not locked %j', async (_, tables, lock) => {
    const versionId = await newVersion();
    const ids = { mods: modId, users: alice.userId, mod_versions: versionId };
    const { db } = world.platform;
    let running: ReturnType<typeof reserve> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw(lock());
      running = outside(() => reserve(versionId));
      await untilSomebodyWaits(db);
      for (const table of tables) {
        await tx.$queryRaw`select id from ${Prisma.raw(table)} where id = ${ids[table]}::uuid
          for update nowait`;
      }
    });
    expect((await running)?.status).toBe(201);
  });

  it.each([
    ['one PUT', 1, {}, budgetOf('createUploadSession') - 1],
    ['several parts', 2, { sizeBytes: SINGLE_BYTES + 1 }, budgetOf('createUploadSession')],
  ])(
    'a reservation with a key and quotas for %s stays within its budget of statements',
    async (_, parts, more, most) => {
      const versionId = await newVersion();
      const sent = await countStatements(world, async () => {
        const { status, body } = await reserve(versionId, more);
        expect([status, body.data.progress.totalParts]).toEqual([201, parts]);
      });
      expect(sent).toBeLessThanOrEqual(most);
    },
  );
});
