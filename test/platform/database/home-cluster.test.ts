import { expect, it } from 'vitest';
import { settleInCluster } from '../../../src/platform/database/home-cluster.js';
import { useWorld } from '../../harness.js';
import { restList, walkThrough } from '../../lists.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';

const world = useWorld();

/** Every column that names a transaction, as the database itself lists them. */
const MARKS = `select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and udt_name = 'xid8' order by 1, 2`;

it('a dump that was restored into another cluster is walked as a whole, whatever its marks say', async () => {
  const { db } = world.platform;
  for (const slug of ['a', 'b', 'c']) await newGame(world, slug);
  const alice = await world.creator('alice');
  const mod = await draftMod(alice, 'a');
  await publishedVersion(world, alice, mod.id, { version: '1' });
  const marks = await db.$queryRawUnsafe<{ table: string; column: string }[]>(MARKS);
  expect(marks.length).toBeGreaterThan(10);
  // As a restore leaves it: another cluster's numbers, all of them still to come in this one.
  await db.homeCluster.updateMany({ data: { systemIdentifier: 'another' } });
  for (const { table, column } of marks) {
    await db.$executeRawUnsafe(
      `update ${table} set ${column} = '9000000000' where ${column} is not null`,
    );
  }
  const games = restList(world.anon, '/games');
  expect(await walkThrough(games, [1])).toHaveLength(1);
  const cluster = await settleInCluster(db);
  for (const { table, column } of marks) {
    const ahead = `select ${column}::text from ${table} where ${column} >= '9000000000'`;
    expect([table, column, await db.$queryRawUnsafe(ahead)]).toEqual([table, column, []]);
  }
  expect(await walkThrough(games, [1])).toHaveLength(3);
  expect(await db.homeCluster.findMany()).toEqual([{ id: 1, systemIdentifier: cluster }]);
});

it('in its own cluster a start changes nothing', async () => {
  const { db } = world.platform;
  await settleInCluster(db);
  const statements = await world.statements(() => settleInCluster(db));
  expect(statements.filter((sql) => /update/i.test(sql) && !/\bjobs\b/.test(sql))).toEqual([]);
});
