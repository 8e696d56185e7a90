import type { Keys } from '../keys.js';
import { createBullQueue } from './bull-queue.js';
import { createDispatcher } from './dispatcher.js';
import type { Queue } from './queue.port.js';
import type { QueueOptions } from './row-queue.js';

/** Creates the queue that the configuration selects. It also works while Redis is unavailable. */
export function openQueue(
  { redisUrl }: { readonly redisUrl: string | undefined },
  options: QueueOptions & { readonly keys: Keys },
): Queue {
  if (redisUrl === undefined) return createDispatcher(options);
  // A MAC, so that the key names in Redis do not reveal the installation.
  const installation = options.keys.mac('queue', 'installation').toString('hex', 0, 8);
  return createBullQueue({ ...options, redisUrl, installation });
}
