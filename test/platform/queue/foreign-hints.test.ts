import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';
import { silentLog } from '../../../src/platform/log.js';
import type { JobHandler, JobHandlers } from '../../../src/platform/queue/queue.port.js';
import { createRunner } from '../../../src/platform/queue/runner.js';
import { JOBS } from '../../../src/registry/jobs.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

describe('a queue hint of another release', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());

  const runs: string[] = [];
  const handler: JobHandler = {
    async run({ kind }) {
      runs.push(kind);
      return { kind: 'done' };
    },
  };

  it.each([
    ['for a kind of job that this release does not know', 'summon-dragons'],
    ['for a job of another lane', 'scan-upload'],
  ])('a hint %s leaves the job to a process that can run it', async (_name, kind) => {
    const { db } = database;
    // The object has exactly the keys of JOBS.
    const handlers = Object.fromEntries(
      Object.keys(JOBS).map((name) => [name, handler]),
    ) as unknown as JobHandlers;
    const runner = createRunner({
      db,
      handlers,
      clock: systemClock,
      log: silentLog,
      onEnd: () => undefined,
    });
    const runAt = new Date(0);
    const { id } = await db.job.create({ data: { kind, payload: {}, maxAttempts: 3, runAt } });
    await runner.run(id, 'quick');
    await runner.stop();
    const row = await db.job.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ state: 'queued', attempts: 0, leaseOwner: null });
    expect(runs).toEqual([]);
  });
});
