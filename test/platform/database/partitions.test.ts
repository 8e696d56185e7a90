import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { firstIdAt } from '../../../src/platform/database/first-id.js';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import {
  addPartitions,
  quarterOf,
  readPartitions,
  retirePartitions,
} from '../../../src/platform/database/partitions.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { eventually } from '../../eventually.js';

let database: TestDatabase;
const TABLE = 'audit_entries';
const NOW = new Date('2040-05-17T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.$executeRaw`delete from audit_entries`;
});

/** Writes a line of a moment. */
async function line(moment: Date, action = 'test.done'): Promise<string> {
  const id = firstIdAt(moment).replace(/0$/, '1');
  await database.db.$executeRaw`
    insert into audit_entries (id, action, target_kind, at)
    values (${id}::uuid, ${action}, 'test', ${moment}::timestamptz)`;
  return id;
}

async function partitionOf(id: string): Promise<string | undefined> {
  const [row] = await database.db.$queryRaw<{ name: string }[]>`
    select tableoid::regclass::text as name from audit_entries where id = ${id}::uuid`;
  return row?.name;
}

const names = async () => (await readPartitions(database.db, TABLE)).map(({ name }) => name);

const retire = (keptSince: Date, sightings = 1) =>
  retirePartitions(database.db, {
    table: TABLE,
    keptSince,
    keep: Prisma.sql`action = 'test.kept'`,
    sightings,
  });

it('a line without a partition is stored, and moves when the partition is created', async () => {
  const id = await line(NOW);
  expect(await partitionOf(id)).toBe('audit_entries_default');
  await addPartitions(database.db, TABLE, NOW, 2);
  expect(await partitionOf(id)).toBe('audit_entries_2040q2');
  expect((await names()).slice(-3)).toEqual([
    'audit_entries_2040q2',
    'audit_entries_2040q3',
    'audit_entries_2040q4',
  ]);
});

it('concurrent runs create each partition once', async () => {
  const later = quarterOf(NOW, 8);
  const before = await names();
  await Promise.all([1, 2, 3].map(() => addPartitions(database.db, TABLE, later, 1)));
  expect(await names()).toEqual([...before, 'audit_entries_2042q2', 'audit_entries_2042q3']);
});

it('retired partitions lose their old lines, and keep younger ones and those that match', async () => {
  const [kept, lost] = [
    await line(new Date('2040-04-02'), 'test.kept'),
    await line(new Date('2040-04-03')),
  ];
  const next = await line(quarterOf(NOW, 1));
  expect(await retire(new Date('2040-06-30'))).not.toContain('audit_entries_2040q2');
  const dropped = await retire(quarterOf(NOW, 1));
  expect(dropped).toContain('audit_entries_2040q2');
  expect(await partitionOf(kept)).toBe('audit_entries_until_2040q3');
  expect([await partitionOf(lost), await partitionOf(next)]).toEqual([
    undefined,
    'audit_entries_2040q3',
  ]);
  expect(await retire(quarterOf(NOW, 1))).toEqual([]);
  // A second time, with the remainder of the first.
  await retire(quarterOf(NOW, 2));
  expect((await names())[0]).toBe('audit_entries_until_2040q4');
  expect([await partitionOf(kept), await partitionOf(next)]).toEqual([
    'audit_entries_until_2040q4',
    undefined,
  ]);
});

it('a partition with a line of a later time is kept, regardless of its ids', async () => {
  await addPartitions(database.db, TABLE, NOW, 2);
  const id = await line(quarterOf(NOW, 2));
  await database.db.$executeRaw`update audit_entries set at = '2050-01-01' where id = ${id}::uuid`;
  const before = await names();
  await retire(new Date('2045-01-01'));
  expect(await partitionOf(id)).toBe('audit_entries_2040q4');
  expect(await names()).toEqual(before);
});

it('a partition is dropped only after enough runs in a row have found it expired', async () => {
  await addPartitions(database.db, TABLE, new Date('2060-01-01'), 0);
  const id = await line(new Date('2060-02-01'));
  const [jumped, right] = [new Date('2070-01-01'), new Date('2060-02-01')];
  for (const clock of [jumped, jumped, right, jumped, jumped]) {
    expect(await retire(clock, 3)).not.toContain('audit_entries_2060q1');
  }
  expect(await partitionOf(id)).toBe('audit_entries_2060q1');
  expect(await retire(jumped, 3)).toContain('audit_entries_2060q1');
});

it('a retirement that is killed before its end changes nothing, and the next one drops the partition', async () => {
  const { db } = database;
  await addPartitions(db, TABLE, new Date('2080-01-01'), 0);
  const kept = await line(new Date('2080-02-01'), 'test.kept');
  const before = await names();
  const late = new Date('2090-01-01');
  // A reader keeps the retirement from its last step.
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  try {
    await reader.query('begin; lock table audit_entries in access share mode');
    const killed = retire(late).then(
      () => 'done',
      () => 'killed',
    );
    await eventually(async () => {
      const ended = await db.$queryRaw`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%detach partition%'`;
      expect(ended).toHaveLength(1);
    });
    expect(await killed).toBe('killed');
  } finally {
    await reader.end();
  }
  expect([await names(), await partitionOf(kept)]).toEqual([before, 'audit_entries_2080q1']);
  const [one, other] = await Promise.all([retire(late), retire(late)]);
  expect([...one, ...other].toSorted()).toEqual(before.toSorted());
  expect(await partitionOf(kept)).toBe('audit_entries_until_2080q2');
});

it('the indexes of a partition are those of its table after a retirement', async () => {
  const { db } = database;
  const indexes = await db.$queryRaw<{ table: string; count: number; valid: boolean }[]>`
    select i.indrelid::regclass::text as table, count(*)::int as count, bool_and(i.indisvalid) as valid
    from pg_index i where i.indrelid = 'audit_entries'::regclass
      or i.indrelid in (select inhrelid from pg_inherits where inhparent = 'audit_entries'::regclass)
    group by 1`;
  expect(indexes.length).toBeGreaterThan(2);
  for (const { count, valid } of indexes) expect([count, valid]).toEqual([6, true]);
  const attached = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where c.relkind = 'i' and i.inhparent::regclass::text like 'audit_entries%'`;
  expect(attached[0]?.count).toBe((indexes.length - 1) * 6);
});
