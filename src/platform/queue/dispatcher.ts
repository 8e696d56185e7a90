import type { Queue } from './queue.port.js';
import { createRowQueue, type QueueOptions } from './row-queue.js';

/**
 * The queue of a machine without Redis: it claims rows from PostgreSQL and runs them here, with
 * the handlers that a worker process would run.
 */
export function createDispatcher(options: QueueOptions): Queue {
  const { db, clock } = options;
  return createRowQueue(options, {
    async look(runner) {
      await runner?.fill(clock.now());
      // What found no place runs when a job ends, which looks again.
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
