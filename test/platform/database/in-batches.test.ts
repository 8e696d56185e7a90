import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import { deleteInBatches, inBatches } from '../../../src/platform/database/in-batches.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

let database: TestDatabase;
const OLD = new Date('2020-01-01');
const old = Prisma.sql`as_of <= ${OLD}::timestamptz`;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.$executeRaw`truncate download_buckets`;
  await database.db.$executeRaw`
    insert into download_buckets (key, as_of)
    select n::text, case when n <= 4500 then ${OLD}::timestamptz else now() end
    from generate_series(1, 5000) n`;
});

const left = () => database.db.downloadBucket.count();

it('deleteInBatches removes all matching rows, however many batches they are, and no other', async () => {
  expect(await deleteInBatches(database.db, 'download_buckets', old)).toBe(4_500);
  expect(await left()).toBe(500);
});

it('two concurrent removals share the rows and remove each once', async () => {
  const removed = await Promise.all(
    [1, 2].map(() => deleteInBatches(database.db, 'download_buckets', old)),
  );
  // One may end early at rows that the other has locked; the next run removes the rest.
  removed.push(await deleteInBatches(database.db, 'download_buckets', old));
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(4_500);
  expect(await left()).toBe(500);
});

it('an aborted removal keeps its finished batches and rejects', async () => {
  const stop = new AbortController();
  const removal = inBatches(async (rows) => {
    const count = await database.db.$executeRaw`
      delete from download_buckets where key = any(array(
        select key from download_buckets where ${old} limit ${rows}))`;
    stop.abort(new Error('the process stops'));
    return count;
  }, stop.signal);
  await expect(removal).rejects.toThrow('the process stops');
  expect(await left()).toBe(4_000);
});
