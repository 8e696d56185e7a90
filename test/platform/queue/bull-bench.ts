import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createBullQueue } from '../../../src/platform/queue/bull-queue.js';
import type { JobHandler } from '../../../src/platform/queue/queue.port.js';
import { redisUrl } from '../rate-limit/redis.js';
import { useBench } from './bench.js';

/** A bench for queues on a database of Redis that no other test uses; each test starts empty. */
export function useBullBench(database: number, installation: string) {
  let redis: Redis;
  /** The URL of Redis for the next queue. */
  let url: string;
  beforeAll(() => {
    redis = new Redis(redisUrl(database));
  });
  beforeEach(async () => {
    url = redisUrl(database);
    await redis.flushdb();
  });
  afterAll(() => redis.disconnect());
  const bench = useBench((options) => createBullQueue({ ...options, redisUrl: url, installation }));
  return {
    // Copied by name, because the database of the bench opens later.
    add: bench.add,
    row: bench.row,
    open: bench.open,
    start: bench.start,
    pass: bench.pass,
    now: bench.now,
    standStill: bench.standStill,
    get redis() {
      return redis;
    },
    get url() {
      return url;
    },
    set url(next: string) {
      url = next;
    },
    stateOf: async (id: string) => (await bench.row(id)).state,
    /** A handler that does nothing, and the ids of the jobs that it ran. */
    counting() {
      const runs: string[] = [];
      const handler: JobHandler = {
        async run(job) {
          runs.push(job.id);
          return { kind: 'done' };
        },
      };
      return { runs, handler };
    },
  };
}
