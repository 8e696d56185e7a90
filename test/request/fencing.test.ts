import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { createIdempotencyStore } from '../../src/request/idempotency.js';
import { transact } from '../../src/request/transact.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { untilSomebodyWaits, whileRowLocked } from '../locks.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  refusal,
} from '../publishing.js';

const world = useWorld();
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'fence');
  alice = await world.creator('alice');
});

/** Sends a write that waits for its mod until its lease has ended, and then the same write again. */
function outlived<T>(modId: string, send: () => Promise<T>) {
  const { db } = world.platform;
  return whileRowLocked(world, ['mods', modId], async () => {
    const slow = send();
    await untilSomebodyWaits(db, 1);
    world.clock.advance(LIMITS.idempotencyLeaseSeconds + 1);
    const second = send();
    await untilSomebodyWaits(db, 2);
    return { slow, second };
  });
}

test('a write that outlives its lease is rolled back if another run holds its key', async () => {
  const mod = await bareMod(alice, 'fence');
  const etag = (await alice.get(`/mods/${mod.id}`)).headers.get('etag') ?? '';
  const headers = { 'Idempotency-Key': randomUUID(), 'If-Match': etag };
  const send = () => alice.patch(`/mods/${mod.id}`, { license: 'MIT' }, headers);
  const { slow, second } = await outlived(mod.id, send);
  expect(refusal(await slow)).toBe('409 idempotency_in_progress');
  expect((await second).status).toBe(200);
  expect((await send()).headers.get('etag')).toBe((await second).headers.get('etag'));
  const { revision } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: mod.id } });
  const changes = { where: { targetId: mod.id, action: 'mod.updated' } };
  expect([revision, await world.platform.db.auditEntry.count(changes)]).toEqual([2, 1]);
});

test('an upload that outlives its lease is not reserved if another run holds its key', async () => {
  const mod = await bareMod(alice, 'fence');
  const { id: versionId } = await draftVersion(alice, mod.id, { version: '1' });
  const body = declarationOf({ modId: mod.id, versionId }, new Uint8Array(archiveOf('fenced')));
  const headers = { 'Idempotency-Key': randomUUID() };
  const send = () => alice.post('/uploads', body, headers);
  const { db } = world.platform;
  const { slow, second } = await outlived(mod.id, send);
  expect(refusal(await slow)).toBe('409 idempotency_in_progress');
  const { upload_id: id } = (await second).body.data;
  const rows = { where: { versionId }, select: { id: true } };
  expect(await db.uploadSession.findMany(rows)).toEqual([{ id }]);
  expect(await db.artifact.count({ where: { versionId } })).toBe(1);
  const lines = { where: { action: 'upload.accepted', actorId: alice.userId } };
  expect(await db.auditEntry.count(lines)).toBe(1);
  expect((await send()).body.data.upload_id).toBe(id);
});

describe('the stored response of a key', () => {
  const reply = (text: string) => ({ status: 200, headers: {}, body: text });
  const write = () => ({ operation: 'test', key: randomUUID(), fingerprint: 'f'.repeat(64) });

  /** Claims a key, commits its write, and claims it again as a retry. */
  async function effectAndRetry() {
    const { platform } = world;
    const store = createIdempotencyStore(platform);
    const ctx = createSystemContext(platform, 'test');
    const keyed = write();
    const first = await store.claim(ctx, keyed);
    await transact(first.ctx, async () => undefined);
    const retry = await store.claim(ctx, keyed);
    expect([first.kind, retry.kind]).toEqual(['run', 'replay']);
    const kept = async () => Reflect.get(await store.claim(ctx, keyed), 'reply').body;
    return { store, first, retry, kept };
  }

  test('a write that took effect and stores no response needs no further statement', async () => {
    const { store, first, kept } = await effectAndRetry();
    expect(await world.statements(() => store.remember(first.claim, null))).toEqual([]);
    await store.remember(first.claim, reply('first'));
    expect(await kept()).toBe('first');
  });

  test('a key whose write had no effect is completed without a response', async () => {
    const store = createIdempotencyStore(world.platform);
    const ctx = createSystemContext(world.platform, 'test');
    const keyed = write();
    const { claim } = await store.claim(ctx, keyed);
    await store.remember(claim, null);
    expect(await store.claim(ctx, keyed)).toMatchObject({ kind: 'replay', reply: null });
  });

  test('the response of the write is stored if it comes first', async () => {
    const { store, first, retry, kept } = await effectAndRetry();
    await store.remember(first.claim, reply('first'));
    await store.rememberReplay(retry.claim, reply('read again'));
    expect(await kept()).toBe('first');
  });

  test('the response of the write is stored if it comes last', async () => {
    const { store, first, retry, kept } = await effectAndRetry();
    await store.rememberReplay(retry.claim, reply('read again'));
    expect(await kept()).toBe('read again');
    await store.remember(first.claim, reply('first'));
    expect(await kept()).toBe('first');
  });

  test('the response of a run that lost its key is not stored, and the run does not free the key', async () => {
    const store = createIdempotencyStore(world.platform);
    const ctx = createSystemContext(world.platform, 'test');
    const keyed = write();
    const lost = await store.claim(ctx, keyed);
    world.clock.advance(LIMITS.idempotencyLeaseSeconds + 1);
    const second = await store.claim(ctx, keyed);
    expect([lost.kind, second.kind]).toEqual(['run', 'run']);
    await store.remember(lost.claim, reply('lost'));
    await store.release(lost.claim);
    await expect(store.claim(ctx, keyed)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
  });
});
