import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectDatabase,
  type Database,
  type Tx,
  watchStatements,
} from '../../../src/platform/database/connect.js';
import {
  isDatabaseDown,
  isSerializationFailure,
  isTooLarge,
  isUniqueViolation,
  isUnstorableValue,
} from '../../../src/platform/database/failures.js';
import { PREPARED } from '../../../src/platform/database/queries.js';
import { administer, openTestDatabase, type TestDatabase } from '../../database.js';
import { outside } from '../../locks.js';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 2, statementTimeoutMs: 1_000 });
  db = database.db;
});

afterAll(() => database.drop());

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

function raise(sqlState: string): Promise<unknown> {
  return db.$executeRawUnsafe(
    `DO $$ BEGIN RAISE EXCEPTION 'no luck' USING ERRCODE = '${sqlState}'; END $$`,
  );
}

const newUser = (username: string) => ({ data: { username, displayName: username } });

test('isUniqueViolation recognizes a duplicate key by its index, apart from all other failures', async () => {
  await db.user.create(newUser('anna'));
  const failures = [
    await failureOf(db.user.create(newUser('anna'))),
    await failureOf(db.$transaction((tx) => tx.user.create(newUser('anna')))),
    await failureOf(db.$executeRaw`
      INSERT INTO users (id, username, display_name) VALUES (gen_random_uuid(), 'anna', 'anna')`),
  ];
  for (const failure of failures) {
    expect(isUniqueViolation(failure)).toBe(true);
    expect(isUniqueViolation(failure, 'users_username_key')).toBe(true);
    expect(isUniqueViolation(failure, 'users_email_key')).toBe(false);
    expect(isDatabaseDown(failure)).toBe(false);
    expect(isSerializationFailure(failure)).toBe(false);
  }
  expect(isUniqueViolation(await failureOf(raise('23503')))).toBe(false);
});

test('a transaction whose COMMIT fails releases its connection', async () => {
  await db.$executeRaw`CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
  const addTwice = (tx: Tx) => tx.$executeRaw`INSERT INTO late VALUES (1), (1)`;
  const more = Array.from({ length: 5 }, () => failureOf(db.$transaction(addTwice)));
  const failures = await Promise.all(more);
  expect(failures.map((failure) => isUniqueViolation(failure))).toEqual(Array(5).fill(true));
  expect(await Promise.all([1, 2, 3].map(() => db.game.count()))).toEqual([0, 0, 0]);
});

test('isSerializationFailure recognizes a transaction that lost against another', async () => {
  let arrived = 0;
  let bothCounted = () => {};
  const everybody = new Promise<void>((resolve) => {
    bothCounted = resolve;
  });
  const countThenAdd = (username: string) =>
    db.$transaction(
      async (tx) => {
        await tx.user.count();
        arrived += 1;
        if (arrived === 2) bothCounted();
        await everybody;
        await tx.user.create(newUser(username));
      },
      { isolationLevel: 'Serializable' },
    );
  const results = await Promise.allSettled([countThenAdd('bert'), countThenAdd('cleo')]);
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(failures.map(isSerializationFailure)).toEqual([true]);
  expect(isSerializationFailure(await failureOf(raise('40P01')))).toBe(true);
  expect(isSerializationFailure(await failureOf(raise('53100')))).toBe(false);
});

test.each([
  ['a full disk', '53100', true],
  ['no memory', '53200', true],
  ['too many connections', '53300', true],
  ['a shutdown', '57P01', true],
  ['a start', '57P03', true],
  ['a broken connection', '08006', true],
  ['a disk that fails', '58030', true],
  ['a standby', '25006', true],
  ['a transaction that took too long', '25P03', true],
  ['a database that refuses connections', '55000', true],
  ['an unavailable lock', '55P03', true],
  ['a statement that took too long', '57014', true],
  ['a value out of range', '22003', false],
  ['a missing table', '42P01', false],
  ['a division by zero', '22012', false],
  ['a violated foreign key', '23503', false],
  ['a bug of the server', 'XX000', false],
])('isDatabaseDown for %s (%s) is %s', async (_, sqlState, isDown) => {
  expect(isDatabaseDown(await failureOf(raise(sqlState)))).toBe(isDown);
});

test('isDatabaseDown recognizes a refused connection for reads, raw statements and transactions', async () => {
  const nobody = connectDatabase('postgresql://a:b@127.0.0.1:1/none');
  expect(isDatabaseDown(await failureOf(nobody.user.count()))).toBe(true);
  expect(isDatabaseDown(await failureOf(nobody.$queryRaw`SELECT 1`))).toBe(true);
  expect(isDatabaseDown(await failureOf(nobody.$transaction((tx) => tx.user.count())))).toBe(true);
});

test('isTooLarge recognizes a value above a limit of its type, apart from all other failures', async () => {
  const words = db.$queryRaw`
    SELECT (SELECT string_agg(repeat('x', 30) || n, ' ') FROM generate_series(1, 50000) n)::tsvector::text`;
  const failure = await failureOf(words);
  expect([isTooLarge(failure), isDatabaseDown(failure)]).toEqual([true, false]);
  for (const sqlState of ['22001', '53200', '54001']) {
    expect([sqlState, isTooLarge(await failureOf(raise(sqlState)))]).toEqual([sqlState, false]);
  }
});

test('isUnstorableValue recognizes a value that no column can hold, apart from all other failures', async () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const failures = [
    await failureOf(db.user.findUnique({ where: { id: 'not-an-id' } })),
    await failureOf(db.user.create(newUser('a\0b'))),
    await failureOf(db.user.findFirst({ where: { username: 'a\0b' } })),
    await failureOf(db.$queryRaw`SELECT ${'not-an-id'}::uuid`),
    await failureOf(db.$queryRaw`SELECT ${'99999999999'}::int`),
    await failureOf(db.$queryRaw`SELECT ${'2026-13-45'}::timestamptz`),
    await failureOf(db.$queryRaw`SELECT ${'a\0b'}::text`),
    await failureOf(db.$queryRaw`SELECT ${'{"a":"\\u0000"}'}::jsonb`),
    await failureOf(
      db.$executeRaw`UPDATE users SET role = ${'king'}::"PlatformRole" WHERE id = ${id}::uuid`,
    ),
  ];
  for (const [at, failure] of failures.entries()) {
    expect([at, isUnstorableValue(failure), isDatabaseDown(failure)]).toEqual([at, true, false]);
  }
  for (const sqlState of ['22012', '22P03', '23502', '42883', '57014']) {
    expect([sqlState, isUnstorableValue(await failureOf(raise(sqlState)))]).toEqual([
      sqlState,
      false,
    ]);
  }
});

test('a connection that is cut in a transaction fails it, and the next statement uses another connection', async () => {
  const failure = await failureOf(
    db.$transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await administer(`SELECT pg_terminate_backend(${own?.pid}, 5000)`);
      await tx.user.count();
    }),
  );
  expect(isDatabaseDown(failure)).toBe(true);
  expect(await db.user.count({ where: { username: 'anna' } })).toBe(1);
});

test('a statement over the timeout is cancelled, and its connection is reused', async () => {
  expect(isDatabaseDown(await failureOf(db.$queryRaw`SELECT pg_sleep(60)::text`))).toBe(true);
  expect(await db.user.count({ where: { username: 'anna' } })).toBe(1);
});

test('a statement waits for a free connection only for a bounded time', async () => {
  const small = connectDatabase(database.url, { maxConnections: 1, connectTimeoutMs: 500 });
  const failures = await small.$transaction(async (tx) => {
    await tx.user.count();
    return outside(async () => [
      await failureOf(small.user.count()),
      await failureOf(small.$transaction((other) => other.user.count(), { maxWait: 100 })),
    ]);
  });
  expect(failures.map(isDatabaseDown)).toEqual([true, true]);
  expect(await small.user.count({ where: { username: 'anna' } })).toBe(1);
  await small.$disconnect();
});

test('watchStatements reports each statement until the test stops it', async () => {
  const statements: string[] = [];
  const stop = watchStatements(db, (sql) => statements.push(sql));
  await db.$transaction((tx) => tx.user.count());
  stop();
  await db.user.count();
  expect(statements).toEqual(['BEGIN', expect.stringMatching(/^SELECT COUNT/), 'COMMIT']);
});

test('search treats letters of every language as letters', async () => {
  const rows = await db.$queryRaw`
    SELECT similarity('ПРИВЕТ', 'привет')::int AS similarity, lower('ÄPFEL ПРИВЕТ') AS lower`;
  expect(rows).toEqual([{ similarity: 1, lower: 'äpfel привет' }]);
});

test('a statement marked PREPARED stays prepared on its connection, and no other statement does', async () => {
  const own = await openTestDatabase({ maxConnections: 1 });
  const { db } = own;
  for (const username of ['anna', 'boris']) {
    await db.$queryRaw`${PREPARED} select id from users where username = ${username}`;
    await db.$queryRaw`select email from users where username = ${username}`;
  }
  const kept = await db.$queryRaw<{ statement: string; plans: number }[]>`
    select statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements`;
  await own.drop();
  expect(kept).toEqual([{ statement: expect.stringContaining('select id from users'), plans: 2 }]);
});
