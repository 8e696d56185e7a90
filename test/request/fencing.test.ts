import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { createIdempotencyStore } from '../../src/request/idempotency.js';
import { transact } from '../../src/request/transact.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame, refusal } from '../publishing.js';

const world = useWorld();
let alice: Creator;

const ENOUGH = { timeout: 20_000, interval: 5 };

beforeAll(async () => {
  await newGame(world, 'fence');
  alice = await world.creator('alice');
});

test('a write that was slower than its lease is rolled back where another run has its key', async () => {
  const mod = await bareMod(alice, 'fence');
  const etag = (await alice.get(`/mods/${mod.id}`)).headers.get('etag') ?? '';
  const headers = { 'Idempotency-Key': randomUUID(), 'If-Match': etag };
  const send = () => alice.patch(`/mods/${mod.id}`, { license: 'MIT' }, headers);
  const { slow, second } = await whileLocked(mod.id, async (waiters) => {
    const slow = send();
    await vi.waitUntil(async () => (await waiters()) === 1, ENOUGH);
    world.clock.advance(LIMITS.idempotencyLeaseSeconds + 1);
    const second = send();
    await vi.waitUntil(async () => (await waiters()) === 2, ENOUGH);
    return { slow, second };
  });
  expect(refusal(await slow)).toBe('409 idempotency_in_progress');
  expect((await second).status).toBe(200);
  expect((await send()).headers.get('etag')).toBe((await second).headers.get('etag'));
  const { revision } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: mod.id } });
  const changes = { where: { targetId: mod.id, action: 'mod.updated' } };
  expect([revision, await world.platform.db.auditEntry.count(changes)]).toEqual([2, 1]);
});

describe('of two answers to one key', () => {
  const reply = (text: string) => ({ status: 200, headers: {}, body: text });
  const write = () => ({ operation: 'test', key: randomUUID(), fingerprint: 'f'.repeat(64) });

  /** Takes a key and lets its write take effect; then a retry comes. */
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

  test("the write's own is kept, when it comes first", async () => {
    const { store, first, retry, kept } = await effectAndRetry();
    await store.remember(first.claim, reply('first'));
    await store.rememberReplay(retry.claim, reply('read again'));
    expect(await kept()).toBe('first');
  });

  test("the write's own is kept, when it comes last", async () => {
    const { store, first, retry, kept } = await effectAndRetry();
    await store.rememberReplay(retry.claim, reply('read again'));
    expect(await kept()).toBe('read again');
    await store.remember(first.claim, reply('first'));
    expect(await kept()).toBe('first');
  });

  test('that of a run which lost its key is not kept, nor does it give the key back', async () => {
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

/** Holds the row of a mod while some work waits for it; `waiters` counts who does. */
async function whileLocked<T>(
  modId: string,
  work: (waiters: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = world.platform.config;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from mods where id = $1 for update', [modId]);
    const waiters = async () => {
      const { rows } = await client.query(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].n;
    };
    return await work(waiters);
  } finally {
    await client.query('commit');
    await client.end();
  }
}
