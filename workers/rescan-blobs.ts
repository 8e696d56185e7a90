import { runRescans } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Scans stored bytes again, for signatures and blocked hashes that are newer than the last scan.
 */
export function rescanBlobsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      await runRescans(ctx, { jobId: job.id, signal: job.signal });
      return { kind: 'done' };
    },
  };
}
