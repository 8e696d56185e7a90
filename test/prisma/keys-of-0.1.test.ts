import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate } from '../../prisma/migrate.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';

const FIRST = '20261121060333_initial';
const UPLOAD = '0192f0c1-0000-7000-8000-000000000001';
const JOB = '0192f0c1-0000-7000-8000-000000000002';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'modport-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('what release 0.1 kept of keyed writes is replayed after the upgrade', async () => {
  const { db, url } = database;
  await cp(join(MIGRATIONS_FOLDER, FIRST), join(folder, FIRST), { recursive: true });
  await migrate(url, folder);
  const keep = (operation: string, body: object) => db.$executeRaw`
    insert into idempotency_records
      (actor, operation, key, fingerprint, state, status, headers, body, lease_until, expires_at)
    values ('user:1', ${operation}, 'k', repeat('f', 64), 'done', 201, '{}', ${body}::jsonb, now(), now())`;
  await keep('createModDraft', { data: { id: 'a mod' } });
  await keep('createUploadSession', { id: UPLOAD });
  await keep('resolveDownload', { artifactId: UPLOAD, jobId: JOB });
  await migrate(url);
  const found = await db.idempotencyRecord.findMany({ orderBy: { operation: 'asc' } });
  expect(found.map(({ status, body, subjectId }) => ({ status, body, subjectId }))).toEqual([
    { status: 201, body: { data: { id: 'a mod' } }, subjectId: null },
    { status: null, body: null, subjectId: UPLOAD },
    { status: null, body: null, subjectId: JOB },
  ]);
  expect(new Set(found.map(({ holder }) => holder)).size).toBe(3);
});
