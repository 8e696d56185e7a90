import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, watchStatements } from '../../../src/platform/database/connect.js';
import { createGather } from '../../../src/platform/database/gather.js';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import { inScope } from '../../../src/platform/work-scope.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { outside } from '../../locks.js';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 2, statementTimeoutMs: 1_000 });
  db = database.db;
});

afterAll(() => database.drop());

/** Gives each id back with the time of its statement, and nothing for one that begins with 0. */
const echo = createGather<{ id: string; at: string }>(
  (ids) => Prisma.sql`select id, clock_timestamp()::text as at from unnest(${ids}::uuid[]) as id
    where id::text not like '0%'`,
);

const broken = createGather<{ id: string }>(
  (ids) => Prisma.sql`select 1 / 0 as id, ${ids}::uuid[]`,
);

const idOf = (first: string) => `${first}${randomUUID().slice(1)}`;

test('reads of one turn share a statement, and each gets its own row', async () => {
  const statements: string[] = [];
  const stop = watchStatements(db, (sql) => statements.push(sql));
  const ids = [idOf('a'), idOf('b'), idOf('0')];
  const rows = await Promise.all([...ids, ids[0] ?? ''].map((id) => echo(db, id)));
  stop();
  expect(rows.map((row) => row?.id ?? null)).toEqual([ids[0], ids[1], null, ids[0]]);
  expect(statements).toHaveLength(1);
});

test('a read that comes while a statement runs is part of the next statement', async () => {
  const first = echo(db, idOf('a'));
  await new Promise((resolve) => setImmediate(resolve));
  const called = await db.$queryRaw<{ at: string }[]>`select clock_timestamp()::text as at`;
  const second = await echo(db, idOf('b'));
  await first;
  expect(String(second?.at) >= String(called[0]?.at)).toBe(true);
});

test('more ids than one statement takes are read in several', async () => {
  const ids = Array.from({ length: 900 }, () => idOf('c'));
  const rows = await Promise.all(ids.map((id) => echo(db, id)));
  expect(rows.map((row) => row?.id)).toEqual(ids);
});

test('a failed statement fails each of its reads, and later reads work', async () => {
  const both = await Promise.allSettled([broken(db, idOf('a')), broken(db, idOf('b'))]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await echo(db, idOf('a'))).not.toBeNull();
});

test('a read in a transaction sees what the transaction has written, and no other read does', async () => {
  const gather = createGather<{ id: string }>(
    (ids) => Prisma.sql`select id from tombstones where id = any(${ids}::uuid[])`,
  );
  const id = idOf('a');
  await db.$transaction(async (tx) => {
    await tx.tombstone.create({ data: { id, entity: 'mod' } });
    // A transaction takes the place of the database in a dry run.
    expect(await gather(tx as Database, id)).toEqual({ id });
    expect(await outside(() => gather(db, id))).toBeNull();
  });
});

test('a client that disconnects does not end the reads of others', async () => {
  const gone = new AbortController();
  const ofGone = inScope({ lane: 'requests', gone: gone.signal }, () => echo(db, idOf('a')));
  const ofOther = echo(db, idOf('b'));
  gone.abort();
  expect(await ofOther).not.toBeNull();
  await ofGone;
});
