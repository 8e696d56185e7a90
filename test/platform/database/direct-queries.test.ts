import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectDatabase,
  type Database,
  watchStatements,
} from '../../../src/platform/database/connect.js';
import { isUniqueViolation } from '../../../src/platform/database/failures.js';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import { PREPARED } from '../../../src/platform/database/queries.js';
import { administer, openTestDatabase, type TestDatabase } from '../../database.js';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 1, statementTimeoutMs: 1_000 });
  db = database.db;
});

afterAll(() => database.drop());

/** Values of the types that statements have. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  int4: [7, -1],
  int8: [2n ** 62n, 0n],
  float8: [0.25, 1e300],
  numeric: [new Prisma.Decimal('12.5000000000000000001')],
  bool: [true, false],
  text: ['ж "quoted", {braced}', '', 'null'],
  uuid: [randomUUID()],
  jsonb: [JSON.stringify({ list: [1, null, 'a'] }), 'null'],
  bytea: [new Uint8Array([0, 255])],
  '"GrantState"': ['active'],
  timestamptz: [new Date('2026-03-29T01:30:00.289Z'), new Date('1969-12-31T23:59:59.999Z')],
  timestamp: [new Date('2026-03-29T02:30:00Z')],
  date: [new Date('2026-03-29T00:00:00Z')],
};

test.each(Object.entries(VALUES))(
  'a raw query sends and returns %s like Prisma',
  async (type, values) => {
    for (const value of [...values, null]) {
      const as = Prisma.raw(type);
      const statement = Prisma.sql`
      select ${value}::${as} as value, array[${value}::${as}, null] as many`;
      // In a transaction, Prisma runs it.
      const expected = await db.$transaction((tx) => tx.$queryRaw(statement));
      expect(await db.$queryRaw(statement)).toEqual(expected);
    }
  },
);

test('a raw query sends lists like Prisma', async () => {
  const days = [new Date('2026-03-29T01:30:00Z'), new Date('0099-01-01T00:00:00Z')];
  const statement = Prisma.sql`
    select ${['a', 'b,"', '']}::text[] as texts, ${[1, 2]}::int[] as counts, ${[3n]}::int8[] as large,
      ${days}::timestamptz[] as days, ${[randomUUID()]}::uuid[] as ids, ${[]}::text[] as none`;
  const expected = await db.$transaction((tx) => tx.$queryRaw(statement));
  expect(await db.$queryRaw(statement)).toEqual(expected);
});

test('a raw change returns the number of its rows like Prisma', async () => {
  const ids = [randomUUID(), randomUUID()];
  await db.$executeRaw`
    insert into tombstones (id, entity) select id, 'mod' from unnest(${ids}::uuid[]) id`;
  const change = Prisma.sql`update tombstones set entity = 'mod' where id = any(${ids}::uuid[])`;
  const none = Prisma.sql`delete from tombstones where id = ${randomUUID()}::uuid`;
  for (const statement of [change, none, Prisma.sql`set local lock_timeout = 1000`]) {
    // In a transaction, Prisma runs it.
    const expected = await db.$transaction((tx) => tx.$executeRaw(statement));
    expect(await db.$executeRaw(statement)).toBe(expected);
  }
});

test('a connection keeps a raw query with the mark and drops all others', async () => {
  const kept = Prisma.sql`${PREPARED} select ${1}::int as marked`;
  await db.$queryRaw(kept);
  await db.$queryRaw(kept);
  await db.$queryRaw`select ${1}::int as unmarked`;
  const rows = await db.$queryRaw<{ statement: string; runs: bigint }[]>`
    select statement, generic_plans + custom_plans as runs from pg_prepared_statements
    where statement like '%marked%' and statement not like '%pg_prepared%'`;
  expect(rows).toEqual([{ statement: kept.text, runs: 2n }]);
});

test('a raw query is reported to those who watch the statements', async () => {
  const statements: string[] = [];
  const stop = watchStatements(db, (sql) => statements.push(sql));
  await db.$queryRaw`select ${5}::int as five`;
  stop();
  expect(statements).toEqual(['select $1::int as five']);
});

test('a raw query that breaks a unique index fails without the values of the row', async () => {
  const add = () => db.$queryRaw`
    insert into users (id, username, display_name) values (gen_random_uuid(), 'zoe-secret', 'Zoe')`;
  await add();
  const failure = await add().then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
  expect(isUniqueViolation(failure, 'users_username_key')).toBe(true);
  expect(JSON.stringify([failure, String(failure)])).not.toContain('zoe-secret');
});

test.each(['Asia/Tokyo', 'Europe/Berlin', 'America/St_Johns'])(
  'times mean the same on a server in %s as in the service',
  async (zone) => {
    const other = await openTestDatabase();
    await administer(
      `alter database ${new URL(other.url).pathname.slice(1)} set timezone = '${zone}'`,
    );
    const abroad = connectDatabase(other.url);
    // The hour that clocks in Berlin skip.
    const at = new Date('2026-03-29T02:30:00.000Z');
    const id = randomUUID();
    await abroad.tombstone.create({ data: { id, entity: 'mod', deletedAt: at } });
    const [row] = await abroad.$queryRaw<object[]>`
      select deleted_at as "deletedAt", extract(epoch from deleted_at)::int8 as seconds,
        deleted_at = ${at}::timestamptz as same, abs(extract(epoch from now() - ${new Date()})) < 60 as now
      from tombstones where id = ${id}::uuid`;
    const seconds = BigInt(at.getTime()) / 1000n;
    expect(row).toEqual({ deletedAt: at, seconds, same: true, now: true });
    await abroad.$disconnect();
    await other.drop();
  },
);
