import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedKeys } from '../../src/admin/backup/keys.js';
import { projectRoot } from '../../src/platform/release.js';
import { type ClonedDatabase, cloneDatabase } from '../database.js';

/** The instructions to restore an own PostgreSQL and bucket. */
const instructions =
  /### Backups of your own PostgreSQL and bucket\n(.*?)\n### /s.exec(
    readFileSync(join(projectRoot(), 'docs', 'operations.md'), 'utf8'),
  )?.[1] ?? '';
const [, statement = ''] = /```sql\n(.*?)```/s.exec(instructions) ?? [];

let database: ClonedDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the instructions to restore a bucket name every object that the rows need', async () => {
  // Without the mod of the pictures, which no statement here reads.
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into blobs (id, sha256, size_bytes, content_type, etag, state, storage_key)
    select gen_random_uuid(), state, 1, 'a/b', '', state::"BlobState", 'blobs/' || state
    from unnest(array['sealed', 'corrupt']) state`);
  await client.query(`
    insert into media (id, mod_id, kind, managed_by, storage_key, content_type, width, height,
      size_bytes, sha256, objects, deleted_at)
    select gen_random_uuid(), gen_random_uuid(), 'cover', 'uploader', key, 'a/b', 1, 1, 1, key,
      array[key, key || 'small'], case key when 'gone' then now() end
    from unnest(array['shown', 'gone']) key`);
  const { keys } = await storedKeys(client);
  expect([...keys].sort()).toEqual(['blobs/sealed', 'media/shown', 'media/shownsmall']);
  const { rows } = await client.query<{ key: string }>(statement);
  expect(rows.map(({ key }) => key).sort()).toEqual([...keys].sort());
});

test('the instructions to restore a database rebuild the index in Meilisearch', () => {
  expect(instructions).toContain('search reindex');
});
