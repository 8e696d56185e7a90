import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, loadOf } from '../../../src/platform/database/connect.js';
import { isClientGone, isDatabaseBusy } from '../../../src/platform/database/failures.js';
import { type Caller, createLane, type LaneOptions } from '../../../src/platform/database/lane.js';
import { ClientGone, ignoreDisconnect, inScope } from '../../../src/platform/work-scope.js';
import { newId } from '../../../src/request/ids.js';
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

/** Holds the only connection for requests while other work runs. */
async function whileTaken<T>(work: () => Promise<T>): Promise<T> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const transaction = db.$transaction(async (tx) => {
    await tx.user.count();
    await held;
  });
  await eventually(() => expect(loadOf(db)?.requests.inUse).toBe(1));
  try {
    return await work();
  } finally {
    release();
    await transaction;
  }
}

test('jobs and health checks get connections while requests use all of theirs', async () => {
  // Prisma starts a query at its await, which must be inside the scope.
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

test('a statement of a disconnected client leaves the queue and is never sent', async () => {
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

test('a client that disconnects does not end the reads by id of others in the same turn', async () => {
  const read = (gone: AbortSignal | null) =>
    inScope({ lane: 'requests', gone }, async () => db.game.findUnique({ where: { id: newId() } }));
  const reads = await Promise.allSettled([read(AbortSignal.abort()), read(null)]);
  expect(reads.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('an error of the queue keeps its class through reads, batches, raw statements and transactions', async () => {
  const scope = { lane: 'requests', gone: AbortSignal.abort() } as const;
  const id = '0190c2a4-7d1e-7b3a-9c55-3f2a1b0c9d8e';
  const failures = await inScope(scope, () =>
    Promise.all([
      failureOf(db.user.count()),
      // Prisma joins these two into one statement.
      failureOf(db.user.findUnique({ where: { id } })),
      failureOf(db.user.findUnique({ where: { id: id.replace('0190', '0191') } })),
      failureOf(db.$queryRaw`select 1`),
      failureOf(db.$transaction((tx) => tx.user.count())),
      failureOf(db.$transaction([db.user.count()])),
    ]),
  );
  for (const failure of failures) expect(failure).toBeInstanceOf(ClientGone);
});

test('a write continues to its end after its client disconnected', async () => {
  const client = new AbortController();
  const written = await inScope({ lane: 'requests', gone: client.signal }, async () => {
    ignoreDisconnect();
    client.abort();
    return db.user.create({ data: { username: 'anna', displayName: 'Anna' } });
  });
  expect(written.username).toBe('anna');
});

test('a transaction that has started is not aborted when its client disconnects', async () => {
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

/** Creates a lane for requests; each call of `request` is another caller. */
const laneOf = (size: Partial<LaneOptions>) =>
  createLane({ connections: 1, perCaller: 1, waiting: 2, patienceMs: 60_000, ...size });
const request = (gone: AbortSignal | null = null) => ({ gone });

test('the queue of a lane is bounded and FIFO, and rejects immediately when it is full', async () => {
  const lane = laneOf({});
  const give = await lane.take(request());
  const order: number[] = [];
  const waiting = [1, 2].map(async (nth) => {
    const release = await lane.take(request());
    order.push(nth);
    release();
  });
  expect(isDatabaseBusy(await failureOf(lane.take(request())))).toBe(true);
  expect(lane.count()).toMatchObject({ inUse: 1, waiting: 2, callers: 2, refused: 1 });
  give();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
  expect(lane.count()).toMatchObject({ inUse: 0, waiting: 0, callers: 0, refused: 1 });
  expect(lane.count()).toMatchObject({ limit: 1, waits: 2 });
});

test('a caller whose statement was refused keeps its limits while others of its statements wait', async () => {
  const lane = laneOf({ connections: 2, waiting: 2 });
  const held = [await lane.take(request()), await lane.take(request())];
  const greedy = request();
  const waiting = [lane.take(greedy), lane.take(greedy)];
  const refused = [failureOf(lane.take(greedy)), failureOf(lane.take(greedy))];
  expect(lane.count()).toMatchObject({ waiting: 2, callers: 1, refused: 2 });
  for (const failure of await Promise.all(refused)) expect(isDatabaseBusy(failure)).toBe(true);
  for (const release of held) release();
  const release = await waiting[0];
  expect(lane.count()).toMatchObject({ inUse: 1, waiting: 1, callers: 1 });
  release?.();
  (await waiting[1])?.();
  expect(lane.count()).toMatchObject({ inUse: 0, waiting: 0, callers: 0 });
});

test('a caller waits for a connection only for a bounded time', async () => {
  const lane = laneOf({ patienceMs: 10 });
  await lane.take(request());
  expect(await failureOf(lane.take(request()))).toMatchObject({
    message: 'timeout exceeded when trying to connect',
  });
  expect(lane.count()).toMatchObject({ inUse: 1, waiting: 0, callers: 0, refused: 1, waits: 1 });
  expect(lane.count().waitedSeconds).toBeGreaterThan(0);
});

test('a lane gives no connection to a disconnected client', async () => {
  const lane = laneOf({});
  expect(await failureOf(lane.take(request(AbortSignal.abort())))).toBeInstanceOf(ClientGone);
  expect(lane.count().inUse).toBe(0);
});

test('one request with many statements takes turns with other requests', async () => {
  const lane = laneOf({ connections: 2, perCaller: 2, waiting: 10 });
  const [greedy, first, second] = [request(), request(), request()];
  const order: string[] = [];
  const run = async (name: string, caller: Caller) => {
    const release = await lane.take(caller);
    order.push(name);
    await Promise.resolve();
    release();
  };
  const held = [await lane.take(request()), await lane.take(request())];
  const names = ['greedy 1', 'greedy 2'];
  const work = names.map((name) => run(name, greedy));
  work.push(run('first', first));
  expect(lane.count()).toMatchObject({ waiting: 3, callers: 2 });
  held[0]?.();
  work.push(run('second', second));
  await Promise.all(work);
  expect(order.indexOf('first')).toBeLessThan(order.indexOf('greedy 2'));
  held[1]?.();
  expect(lane.count()).toMatchObject({ inUse: 0, waiting: 0, callers: 0 });
});

test('one request never holds more than its share of a lane', async () => {
  const lane = laneOf({ connections: 10, perCaller: 4, waiting: 300 });
  const greedy = request();
  let [holds, most] = [0, 0];
  const work = Array.from({ length: 280 }, async () => {
    const release = await lane.take(greedy);
    holds += 1;
    most = Math.max(most, holds);
    await Promise.resolve();
    holds -= 1;
    release();
  });
  expect(lane.count()).toMatchObject({ inUse: 4, waiting: 276, callers: 1 });
  const other = await lane.take(request());
  other();
  await Promise.all(work);
  expect(most).toBe(4);
  expect(lane.count()).toMatchObject({ inUse: 0, waiting: 0, callers: 0, refused: 0 });
});

test('the waiting statements of one request share one abort listener', async () => {
  const lane = laneOf({ waiting: 300 });
  const give = await lane.take(request());
  const client = new AbortController();
  const caller = request(client.signal);
  const asked = Array.from({ length: 280 }, () => failureOf(lane.take(caller)));
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(1);
  client.abort();
  for (const failure of await Promise.all(asked)) expect(failure).toBeInstanceOf(ClientGone);
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  give();
  expect(lane.count()).toMatchObject({ inUse: 0, waiting: 0, callers: 0, refused: 0 });
});

test('a transaction that uses the database outside its client fails immediately and releases its connection', async () => {
  const asked = db.$transaction(async () => db.user.count());
  expect(String(await failureOf(asked))).toContain('db.user inside of a transaction');
  const nested = db.$transaction(() => db.$transaction(async (tx) => tx.user.count()));
  expect(String(await failureOf(nested))).toContain('db.$transaction inside of a transaction');
  expect(loadOf(db)?.requests).toMatchObject({ inUse: 0, waiting: 0 });
});

test('work that a transaction leaves behind can use the database after the commit', async () => {
  let release = () => {};
  const committed = new Promise<void>((resolve) => (release = resolve));
  const left = await db.$transaction(async (tx) => {
    await tx.user.count();
    return { count: committed.then(() => db.user.count({ where: { username: 'carl' } })) };
  });
  release();
  expect(await left.count).toBe(0);
});
