import type { Keys } from '../keys.js';
import { createBullQueue } from './bull-queue.js';
import { createDispatcher } from './dispatcher.js';
import type { Queue } from './queue.port.js';
import type { QueueOptions } from './row-queue.js';

/** The queue that the configuration selects. A Redis that is away does not keep it from working. */
export function openQueue(
  { redisUrl }: { readonly redisUrl: string | undefined },
  options: QueueOptions & { readonly keys: Keys },
): Queue {
  if (redisUrl === undefined) return createDispatcher(options);
  // Whoever reads the names of keys in Redis learns nothing of whose they are.
  const installation = options.keys.mac('queue', 'installation').toString('hex', 0, 8);
  return createBullQueue({ ...options, redisUrl, installation });
}
