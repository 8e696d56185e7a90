import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../../src/platform/database/connect.js';
import { isDatabaseDown } from '../../../src/platform/database/failures.js';
import { withStatementLimit } from '../../../src/platform/work-scope.js';
import { openTestDatabase, overTcp, type TestDatabase } from '../../database.js';
import { startTcpProxy, type TcpProxy } from '../../service/tcp-proxy.js';

let database: TestDatabase;
let proxy: TcpProxy;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  proxy = await startTcpProxy(overTcp(database.url), 5432);
  db = connectTo(proxy.url);
});
afterEach(async () => {
  // Without its connections, the pool does not wait for them.
  await proxy.close();
  await db.$disconnect();
});

const connectTo = (url: string) =>
  connectDatabase(url, { connectTimeoutMs: 1_000, responseGraceMs: 50 });

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

/** The failures of a read by Prisma, a raw statement and a transaction that run at the same time. */
const failuresOf = (of: Database): Promise<unknown>[] => [
  failureOf(of.user.count()),
  failureOf(of.$queryRaw`select pg_sleep(60)::text`),
  failureOf(of.$transaction((tx) => tx.user.count())),
];

/** Opens a connection for each of `failuresOf`. */
const openConnections = () =>
  Promise.all([1, 2, 3].map(() => db.$queryRaw`select pg_sleep(0.1)::text`));

const EACH_DOWN = [true, true, true];

test('isDatabaseDown is true if the server accepts a connection and never responds', async () => {
  proxy.hold();
  const failures = await Promise.all(failuresOf(db));
  expect(failures.map(isDatabaseDown)).toEqual(EACH_DOWN);
});

test('isDatabaseDown is true if each connection is closed as soon as it is open', async () => {
  proxy.drop();
  const failures = await Promise.all(failuresOf(db));
  expect(failures.map(isDatabaseDown)).toEqual(EACH_DOWN);
});

test('isDatabaseDown is true if the server stops responding on open connections', async () => {
  await openConnections();
  proxy.hold();
  const failures = await withStatementLimit(50, () => Promise.all(failuresOf(db)));
  expect(failures.map(isDatabaseDown)).toEqual(EACH_DOWN);
});

test('isDatabaseDown is true if the connections are cut during the statements', async () => {
  await openConnections();
  const failures = failuresOf(db);
  await proxy.cut();
  expect((await Promise.all(failures)).map(isDatabaseDown)).toEqual(EACH_DOWN);
});

test('isDatabaseDown is true if the server lacks the encryption that the URL requires', async () => {
  const url = new URL(proxy.url);
  url.searchParams.set('sslmode', 'verify-full');
  const encrypted = connectTo(url.href);
  const failures = await Promise.all(failuresOf(encrypted));
  expect(failures.map(isDatabaseDown)).toEqual(EACH_DOWN);
  await encrypted.$disconnect();
});

test('isDatabaseDown is true if the Unix socket of the server is gone', async () => {
  const url = new URL(database.url);
  url.searchParams.set('host', '/nonexistent');
  const gone = connectTo(url.href);
  const failures = await Promise.all(failuresOf(gone));
  expect(failures.map(isDatabaseDown)).toEqual(EACH_DOWN);
  await gone.$disconnect();
});

test('isDatabaseDown for a transaction is true if its connection is cut between two statements', async () => {
  const failure = await failureOf(
    db.$transaction(async (tx) => {
      await tx.user.count();
      await proxy.cut();
      await tx.user.count();
    }),
  );
  expect(isDatabaseDown(failure)).toBe(true);
});

test('isDatabaseDown for a transaction is true if it does not begin in time', async () => {
  proxy.hold();
  const failure = await failureOf(db.$transaction((tx) => tx.user.count(), { maxWait: 50 }));
  expect(isDatabaseDown(failure)).toBe(true);
});

test('isDatabaseDown for a transaction is true after its time limit, and false after its end', async () => {
  const late = await failureOf(
    db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select pg_sleep(0.06)::text`;
        await tx.user.count();
      },
      { timeout: 50 },
    ),
  );
  expect(isDatabaseDown(late)).toBe(true);
  const ended = await db.$transaction(async (tx) => tx);
  expect(isDatabaseDown(await failureOf(ended.user.count()))).toBe(false);
});

test('isDatabaseDown for a statement on a closed pool is false', async () => {
  await db.user.count();
  await db.$disconnect();
  expect(isDatabaseDown(await failureOf(db.$queryRaw`select 1`))).toBe(false);
});

test('isDatabaseDown for an error of the caller of a transaction is false', async () => {
  const failure = await failureOf(
    db.$transaction(async () => {
      throw new Error('a bug');
    }),
  );
  expect(isDatabaseDown(failure)).toBe(false);
});
