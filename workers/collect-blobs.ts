import { collectBlobs } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue } from '../src/platform/queue/enqueue.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Removes unreferenced bytes; the next run continues a long run. */
export function collectBlobsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      const next = await collectBlobs(ctx, job.payload, job.signal);
      if (next) await enqueue(platform.db, { kind: 'collect-blobs', payload: { ...next } });
      return { kind: 'done' };
    },
  };
}
