import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/connect.js';
import { isDatabaseDown } from '../../../src/platform/database/failures.js';
import { prepareSession, ReadOnlyFault } from '../../../src/platform/database/session.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

it('a read-only database refuses writes, keeps the options of its address, and sets nothing later', async () => {
  const mark = database.url.includes('?') ? '&' : '?';
  const url = `${database.url}${mark}options=${encodeURIComponent('-c work_mem=5MB')}`;
  const db = connectDatabase(url, { readOnly: true });
  try {
    const write = db.$executeRawUnsafe('create table never (id int)');
    await expect(write).rejects.toSatisfy(isDatabaseDown);
    const settings = await db.$queryRaw`
      select name, setting, source from pg_settings
      where name in ('work_mem', 'default_transaction_read_only') order by name`;
    // A setting of the connection, which a pooler cannot pass on to another session.
    expect(settings).toEqual([
      { name: 'default_transaction_read_only', setting: 'on', source: 'client' },
      { name: 'work_mem', setting: '5120', source: 'client' },
    ]);
  } finally {
    await db.$disconnect();
  }
});

it('a session that should be read-only fails if its setting was dropped on the way', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await expect(prepareSession(client, true)).rejects.toBeInstanceOf(ReadOnlyFault);
    await prepareSession(client, false);
    const { rows } = await client.query('show time zone');
    expect(rows).toEqual([{ TimeZone: 'UTC' }]);
  } finally {
    await client.end();
  }
});
