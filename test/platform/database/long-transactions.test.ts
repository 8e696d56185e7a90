import { expect, it } from 'vitest';
import { transactLong } from '../../../src/platform/database/own-limits.js';
import { openTestDatabase } from '../../database.js';

/** Longer than the limits of the pool below, of the server and of the driver together. */
const LONG = 'select 1 as done from pg_sleep(0.4)';
const POOL = { statementTimeoutMs: 100, responseGraceMs: 100 };

it('a statement of a long transaction may last longer than others of its pool', async () => {
  const { db, drop } = await openTestDatabase(POOL);
  const within = await transactLong(db, 60_000, (tx) => tx.$queryRawUnsafe(LONG));
  expect(within).toEqual([{ done: 1 }]);
  await expect(db.$queryRawUnsafe(LONG)).rejects.toThrow('timeout');
  await drop();
});

it('a statement of a long transaction ends at the limit of that transaction', async () => {
  const { db, drop } = await openTestDatabase(POOL);
  const within = transactLong(db, 200, (tx) => tx.$queryRawUnsafe(LONG));
  await expect(within).rejects.toThrow('statement timeout');
  await drop();
});
