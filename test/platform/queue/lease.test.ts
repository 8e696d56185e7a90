import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/platform/log.js';
import { createQueueWithoutRedis } from '../../../src/platform/queue/open-queue.js';
import type { JobHandlers } from '../../../src/platform/queue/queue.port.js';
import { JOBS } from '../../../src/registry/jobs.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

const NOW = new Date('2026-01-01T00:00:00Z');

describe('the lease of a running job', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    ['that the registry gives its kind', {}, JOBS['send-mail'].leaseSeconds],
    ['that the queue was created with', { leaseSeconds: () => 7 }, 7],
  ])('the lease of a running job is the one %s', async (_name, options, seconds) => {
    const { db } = database;
    const leases: (Date | null)[] = [];
    const handler = {
      async run({ id }: { id: string }) {
        leases.push((await db.job.findUniqueOrThrow({ where: { id } })).leaseUntil);
        return { kind: 'done' } as const;
      },
    };
    // The object has exactly the keys of JOBS.
    const handlers = Object.fromEntries(
      Object.keys(JOBS).map((kind) => [kind, handler]),
    ) as unknown as JobHandlers;
    await db.job.create({ data: { kind: 'send-mail', payload: {}, maxAttempts: 3, runAt: NOW } });
    const queue = createQueueWithoutRedis({
      db,
      clock: { now: () => NOW },
      log: silentLog,
      ...options,
    });
    queue.start(handlers, { periodic: false });
    await queue.idle();
    await queue.stop();
    expect(leases).toEqual([new Date(NOW.getTime() + seconds * 1000)]);
  });
});
