import { verifyBlobs } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Reads stored bytes again and compares their digests. */
export function verifyBlobsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await verifyBlobs(createSystemContext(platform, `job ${job.id}`), job.signal);
      return { kind: 'done' };
    },
  };
}
