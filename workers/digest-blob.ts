import { digestBlob } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Computes the further digests of one blob. */
export function digestBlobJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      await digestBlob(ctx, job.payload['blobId'] ?? '', job.signal);
      return { kind: 'done' };
    },
  };
}
