import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const UPLOAD = '0192f0c1-0000-7000-8000-000000000001';
const JOB = '0192f0c1-0000-7000-8000-000000000002';

// The first migration after release 0.1.
const database = useDatabaseBefore('20261121123853_idempotency_effects');

test('idempotency records of release 0.1 are replayed after the upgrade', async () => {
  const { db } = database;
  const keep = (operation: string, body: object) => db.$executeRaw`
    insert into idempotency_records
      (actor, operation, key, fingerprint, state, status, headers, body, lease_until, expires_at)
    values ('user:1', ${operation}, 'k', repeat('f', 64), 'done', 201, '{}', ${body}::jsonb, now(), now())`;
  await keep('createModDraft', { data: { id: 'a mod' } });
  await keep('createUploadSession', { id: UPLOAD });
  await keep('resolveDownload', { artifactId: UPLOAD, jobId: JOB });
  await database.upgrade();
  const found = await db.idempotencyRecord.findMany({ orderBy: { operation: 'asc' } });
  expect(found.map(({ status, body, subjectId }) => ({ status, body, subjectId }))).toEqual([
    { status: 201, body: { data: { id: 'a mod' } }, subjectId: null },
    { status: null, body: null, subjectId: UPLOAD },
    { status: null, body: null, subjectId: JOB },
  ]);
  expect(new Set(found.map(({ holder }) => holder)).size).toBe(3);
});
