import { countDownloads } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue } from '../src/platform/queue/enqueue.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Counts downloads; the next run continues a long run. */
export function countDownloadsJob(platform: Platform): JobHandler {
  return {
    async run({ signal }) {
      const left = await countDownloads(platform, signal);
      const next = { kind: 'count-downloads', payload: {}, dedupeKey: 'rest' } as const;
      if (left) await enqueue(platform.db, next);
      return { kind: 'done' };
    },
  };
}
