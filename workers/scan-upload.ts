import { giveUpScan, scanUpload } from '../src/modules/publishing/index.js';
import { StillBeingRemoved } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { ClaimedJob, JobHandler } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext } from '../src/request/context.js';

/** Scans a completed upload; after the last failed attempt a moderator decides (Spec 3.2, 4.4). */
export function scanUploadJob(platform: Platform): JobHandler {
  const contextOf = (job: ClaimedJob) => createSystemContext(platform, `job ${job.id}`);
  const uploadOf = (job: ClaimedJob) => job.payload['uploadId'] ?? '';
  return {
    async run(job) {
      const isLast = job.attempt >= job.maxAttempts;
      try {
        await scanUpload(contextOf(job), uploadOf(job), { signal: job.signal, isLast });
        return { kind: 'done' };
      } catch (error) {
        if (!(error instanceof StillBeingRemoved)) throw error;
        // The upload is not at fault: it must wait longer than its attempts last.
        return { kind: 'later', afterSeconds: LIMITS.removalPollSeconds };
      }
    },
    async exhausted(job) {
      await giveUpScan(contextOf(job), uploadOf(job));
      return { kind: 'settled' };
    },
  };
}
