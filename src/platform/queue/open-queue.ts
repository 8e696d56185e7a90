import type { Keys } from '../keys.js';
import type { Queue } from './queue.port.js';
import { createRowQueue, type QueueOptions } from './row-queue.js';

/**
 * Creates the queue of a machine without Redis. It claims rows from PostgreSQL and runs them in
 * this process, with the same handlers as a worker process. Operator commands only create jobs.
 */
export function createQueueWithoutRedis(options: QueueOptions): Queue {
  const { db, clock } = options;
  return createRowQueue(options, {
    async look(runner) {
      await runner?.fill(clock.now());
      // Rows that found no free slot run when a job ends, which triggers the next look.
      return true;
    },
    begin: () => undefined,
    pause: async () => undefined,
    close: async () => undefined,
    async ping() {
      await db.$queryRaw`select 1`;
    },
  });
}

/** Creates the queue that the configuration selects. It also works while Redis is unavailable. */
export async function openQueue(
  { redisUrl }: { readonly redisUrl: string | undefined },
  options: QueueOptions & { readonly keys: Keys },
): Promise<Queue> {
  if (redisUrl === undefined) return createQueueWithoutRedis(options);
  // Bull and its client take long to load.
  const { createBullQueue } = await import('./bull-queue.js');
  // A MAC, so that the key names in Redis do not reveal the installation.
  const installation = options.keys.mac('queue', 'installation').toString('hex', 0, 8);
  return createBullQueue({ ...options, redisUrl, installation });
}
