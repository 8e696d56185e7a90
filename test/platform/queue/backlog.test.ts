import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../../../src/platform/metrics.js';
import { readBacklog } from '../../../src/platform/queue/backlog.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const now = new Date();
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const webhooks = async () => ({ events: 0, pending: 0, delivering: 0, retrying: 0, exhausted: 0 });
const mails = async () => ({ waiting: 0, failed: 0, failed_last_hour: 0 });
const verification = () => Promise.reject(new Error('not asked here'));
const metricsOf = async (backlog: Parameters<typeof createMetrics>[0]['backlog']) => {
  const { body } = await createMetrics({ backlog, webhooks, mails, verification }).expose();
  return body.split('\n').filter((line) => line.startsWith('modport_jobs'));
};

test('the job metrics count due, scheduled, running and failed jobs, and the age of the oldest due job', async () => {
  const { db } = database;
  const add = async (runAt: Date, data: object = {}) => {
    const id = await enqueue(db, { kind: 'scan-upload', payload: {}, runAt });
    await db.job.update({ where: { id }, data });
  };
  await add(at(-90));
  await add(at(-30));
  await add(at(600));
  await add(at(-900), { state: 'processing', leaseUntil: at(30) });
  await add(at(-900), { state: 'processing', leaseUntil: at(-120) });
  await add(at(-9000), { state: 'failed' });
  await add(at(-9000), { state: 'succeeded' });
  const lines = await metricsOf(() => readBacklog(db, now));
  expect(lines.filter((line) => line.includes('"scan-upload"'))).toEqual([
    'modport_jobs{kind="scan-upload",state="due"} 3',
    'modport_jobs{kind="scan-upload",state="scheduled"} 1',
    'modport_jobs{kind="scan-upload",state="running"} 1',
    'modport_jobs{kind="scan-upload",state="failed"} 1',
    'modport_jobs_oldest_due_seconds{kind="scan-upload"} 120',
  ]);
  expect(lines).toContain('modport_jobs{kind="index-mod",state="due"} 0');
});

test('metrics without the database omit the jobs', async () => {
  expect(await metricsOf(() => Promise.reject(new Error('away')))).toEqual([]);
});
