import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { firstIdAt } from '../../src/platform/database/first-id.js';
import { readPartitions } from '../../src/platform/database/partitions.js';
import { newId } from '../../src/request/ids.js';
import { useDatabaseBefore } from './before-migration.js';

const before = useDatabaseBefore('20261127001000_audit_partitions');

test('the migration keeps all audit lines, their columns and the order of their commits', async () => {
  const { db } = before;
  // The last one is no UUIDv7, and higher than each of this century.
  const ids = [firstIdAt(new Date('2024-01-01')), newId(), `f${randomUUID().slice(1)}`];
  for (const id of ids) {
    await db.$executeRaw`
      insert into audit_entries (id, action, target_kind, data) values (${id}::uuid, 'a', 'b', '{"c":1}')`;
  }
  const read = () => db.$queryRaw`
    select id, action, data, at, outcome::text, born_in::text from audit_entries order by id`;
  const rows = await read();
  expect(rows).toHaveLength(3);
  await before.upgrade();
  expect(await read()).toEqual(rows);
  const [first, ...more] = await readPartitions(db, 'audit_entries');
  expect([first?.name, first?.from, more]).toEqual(['audit_entries_first', null, []]);
  const tables = await db.$queryRaw<{ name: string }[]>`
    select tableoid::regclass::text as name from audit_entries order by id`;
  expect(tables.map(({ name }) => name)).toEqual([
    'audit_entries_first',
    'audit_entries_first',
    'audit_entries_default',
  ]);
});
