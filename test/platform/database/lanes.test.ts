import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, loadOf } from '../../../src/platform/database/connect.js';
import { isClientGone, isDatabaseBusy } from '../../../src/platform/database/failures.js';
import { createLane } from '../../../src/platform/database/lane.js';
import { ClientGone, goOnToTheEnd, inScope } from '../../../src/platform/work-scope.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { eventually } from '../../eventually.js';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 1 });
  db = database.db;
});
afterAll(() => database.drop());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Holds the only connection for requests while some work runs. */
async function whileTaken<T>(work: () => Promise<T>): Promise<T> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const holder = db.$transaction(async (tx) => {
    await tx.user.count();
    await held;
  });
  await eventually(() => expect(loadOf(db)?.requests.inUse).toBe(1));
  try {
    return await work();
  } finally {
    release();
    await holder;
  }
}

test('jobs and health have connections while requests use all of theirs', async () => {
  // Prisma begins where a promise is awaited, which has to be in the scope.
  const count = async () => (await db.user.findMany()).length;
  let waiting: Promise<unknown> = Promise.resolve();
  await whileTaken(async () => {
    waiting = failureOf(count());
    await eventually(() => expect(loadOf(db)?.requests.waiting).toBe(1));
    expect(await inScope({ lane: 'jobs', gone: null }, count)).toBe(0);
    expect(await inScope({ lane: 'health', gone: null }, count)).toBe(0);
  });
  expect(await waiting).toBeNull();
});

test('a statement of a client that has gone leaves the queue and is never sent', async () => {
  const client = new AbortController();
  await whileTaken(async () => {
    const asked = inScope({ lane: 'requests', gone: client.signal }, () =>
      failureOf(db.user.count()),
    );
    await eventually(() => expect(loadOf(db)?.requests.waiting).toBe(1));
    client.abort();
    expect(isClientGone(await asked)).toBe(true);
    expect(loadOf(db)?.requests.waiting).toBe(0);
  });
  const later = inScope({ lane: 'requests', gone: client.signal }, () =>
    failureOf(db.user.count()),
  );
  expect(isClientGone(await later)).toBe(true);
});

test('a write goes on to its end after its client has gone', async () => {
  const client = new AbortController();
  const written = await inScope({ lane: 'requests', gone: client.signal }, async () => {
    goOnToTheEnd();
    client.abort();
    return db.user.create({ data: { username: 'anna', displayName: 'Anna' } });
  });
  expect(written.username).toBe('anna');
});

test('a transaction that has begun is not cut off when its client goes', async () => {
  const client = new AbortController();
  const counted = inScope({ lane: 'requests', gone: client.signal }, () =>
    db.$transaction(async (tx) => {
      await tx.user.create({ data: { username: 'boris', displayName: 'Boris' } });
      client.abort();
      return tx.user.count({ where: { username: 'boris' } });
    }),
  );
  expect(await counted).toBe(1);
});

test('the queue of a lane is bounded, in order, and refuses at once when it is full', async () => {
  const lane = createLane({ connections: 1, waiting: 2, patienceMs: 60_000 });
  await lane.take(null);
  const order: number[] = [];
  const waiting = [1, 2].map((nth) => lane.take(null).then(() => order.push(nth)));
  expect(isDatabaseBusy(await failureOf(lane.take(null)))).toBe(true);
  expect(lane.count()).toEqual({ inUse: 1, waiting: 2, refused: 1 });
  lane.free();
  lane.free();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
  lane.free();
  expect(lane.count()).toEqual({ inUse: 0, waiting: 0, refused: 1 });
});

test('a caller waits for a connection for a bounded time', async () => {
  const lane = createLane({ connections: 1, waiting: 2, patienceMs: 10 });
  await lane.take(null);
  expect(await failureOf(lane.take(null))).toMatchObject({
    message: 'timeout exceeded when trying to connect',
  });
  expect(lane.count()).toEqual({ inUse: 1, waiting: 0, refused: 1 });
});

test('a lane gives nothing to a client that has gone', async () => {
  const lane = createLane({ connections: 1, waiting: 2, patienceMs: 60_000 });
  expect(await failureOf(lane.take(AbortSignal.abort()))).toBeInstanceOf(ClientGone);
  expect(lane.count().inUse).toBe(0);
});
