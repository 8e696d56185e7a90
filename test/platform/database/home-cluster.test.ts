import pg from 'pg';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/connect.js';
import {
  settleInCluster,
  TRANSACTION_COLUMNS,
} from '../../../src/platform/database/home-cluster.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { restList, walkThrough } from '../../lists.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';
import { newSubscription } from '../../webhooks.js';

const world = useWorld();
const urlOf = () => world.platform.config.databaseUrl ?? '';

/** Every xid8 column, as listed by the database itself. A partition has those of its table. */
const XID8_COLUMNS = `select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and udt_name = 'xid8'
    and not (select relispartition from pg_class where oid = quote_ident(table_name)::regclass)
  order by 1, 2`;

it('the first start after a restore covers every xid8 column of the schema, also those without rows', async () => {
  const columns =
    await world.platform.db.$queryRawUnsafe<{ table: string; column: string }[]>(XID8_COLUMNS);
  const listed = TRANSACTION_COLUMNS.map(([table, column]) => `${table}.${column}`);
  const existing = columns.map(({ table, column }) => `${table}.${column}`);
  expect(listed.toSorted()).toEqual(existing.toSorted());
});

it('a dump that was restored into another cluster is listed completely, regardless of its xid8 columns', async () => {
  const { db } = world.platform;
  for (const slug of ['a', 'b', 'c']) await newGame(world, slug);
  const alice = await world.creator('alice');
  const mod = await draftMod(alice, 'a');
  await publishedVersion(world, alice, mod.id, { version: '1' });
  const columns = await db.$queryRawUnsafe<{ table: string; column: string }[]>(XID8_COLUMNS);
  expect(columns.length).toBeGreaterThan(10);
  // The state after a restore: transaction ids of another cluster, all in the future of this one.
  await db.homeCluster.updateMany({ data: { systemIdentifier: 'another' } });
  for (const { table, column } of columns) {
    await db.$executeRawUnsafe(
      `update ${table} set ${column} = '9000000000' where ${column} is not null`,
    );
  }
  const games = restList(world.anon, '/games');
  expect(await walkThrough(games, [1])).toHaveLength(1);
  // Several processes start at the same time.
  const settled = await Promise.all([1, 2, 3, 4].map(() => settleInCluster(db, urlOf())));
  const [cluster] = settled;
  expect(new Set(settled).size).toBe(1);
  for (const { table, column } of columns) {
    const ahead = `select ${column}::text from ${table} where ${column} >= '9000000000'`;
    expect([table, column, await db.$queryRawUnsafe(ahead)]).toEqual([table, column, []]);
  }
  expect(await walkThrough(games, [1])).toHaveLength(3);
  expect(await db.homeCluster.findMany()).toEqual([{ id: 1, systemIdentifier: cluster }]);
});

it('rows committed in this cluster keep their xid8 values while other transactions run', async () => {
  const { db } = world.platform;
  const games = () => db.$queryRaw`select slug, listed_in::text from games order by slug`;
  await newGame(world, 'before');
  const busy = await connected();
  await busy.query('begin; select pg_current_xact_id()');
  await newGame(world, 'after');
  const before = await games();
  await db.homeCluster.deleteMany();
  await settleInCluster(db, urlOf());
  await busy.end();
  expect(await games()).toEqual(before);
});

it('a subscription from another cluster receives all events that were not sent yet', async () => {
  const { db } = world.platform;
  const id = await newSubscription(world, await world.creator('subscribed'));
  await db.homeCluster.deleteMany();
  await settleInCluster(db, urlOf());
  const rows = await db.$queryRaw`
    select since::text from webhook_subscriptions where id = ${id}::uuid`;
  expect(rows).toEqual([{ since: null }]);
});

it('the transaction id of a running transaction in this cluster also counts as past', async () => {
  const { db } = world.platform;
  const busy = await connected();
  await busy.query('begin');
  const { rows } = await busy.query('select pg_current_xact_id()::text as mark');
  await newGame(world, 'borrowed');
  await db.$executeRaw`update games set listed_in = ${rows[0].mark}::xid8 where slug = 'borrowed'`;
  await db.homeCluster.deleteMany();
  await settleInCluster(db, urlOf());
  await busy.end();
  const marks = await db.$queryRaw`select listed_in::text from games where slug = 'borrowed'`;
  expect(marks).toEqual([{ listed_in: '0' }]);
});

it('concurrent starts all settle, however long they wait for each other', async () => {
  const { db } = world.platform;
  await db.homeCluster.deleteMany();
  const hasty = connectDatabase(urlOf(), { statementTimeoutMs: 1_000, maxConnections: 20 });
  const connection = await connected();
  // As for the role behind a pooler.
  await limitStatements(connection, "'1s'");
  try {
    // All starts have read the table, and none has written, before the lock is released.
    await connection.query('begin; lock table home_cluster in share mode');
    const starts = Promise.allSettled([1, 2, 3, 4].map(() => settleInCluster(hasty, urlOf())));
    await eventually(async () => expect(await longWaiters(connection)).toBe(4));
    await connection.query('commit');
    expect((await starts).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    const cluster = await settleInCluster(db, urlOf());
    expect(await db.homeCluster.findMany()).toEqual([{ id: 1, systemIdentifier: cluster }]);
  } finally {
    await limitStatements(connection, 'default');
    await connection.end();
    await hasty.$disconnect();
  }
});

/**
 * The number of sessions that wait for a lock for longer than the statement timeout of a hasty
 * connection.
 */
async function longWaiters(client: pg.Client): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'
       and clock_timestamp() - query_start > interval '1.2 seconds'`,
  );
  return rows[0].n;
}

/** Sets the statement timeout of later sessions that name none. */
async function limitStatements(client: pg.Client, limit: string): Promise<void> {
  const { rows } = await client.query('select quote_ident(current_database()) as name');
  await client.query(`alter database ${rows[0].name} set statement_timeout to ${limit}`);
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf() });
  await client.connect();
  return client;
}

it('settling in the own cluster changes nothing and takes two statements', async () => {
  const { db } = world.platform;
  await settleInCluster(db, urlOf());
  const own = 'postgres://nobody@127.0.0.1:1/nowhere';
  const statements = await world.statements(() => settleInCluster(db, own));
  expect(statements.filter((sql) => /pg_control_system|home_cluster/.test(sql))).toHaveLength(2);
});
