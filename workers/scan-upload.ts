import { giveUpScan, scanUpload } from '../src/modules/uploads/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { ClaimedJob, JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Scans a completed upload; after the last attempt a person has to look (Spec 3.2, 4.4). */
export function scanUploadJob(platform: Platform): JobHandler {
  const contextOf = (job: ClaimedJob) => createSystemContext(platform, `job ${job.id}`);
  const uploadOf = (job: ClaimedJob) => job.payload['uploadId'] ?? '';
  return {
    async run(job) {
      await scanUpload(contextOf(job), uploadOf(job), job.signal);
      return { kind: 'done' };
    },
    async exhausted(job) {
      await giveUpScan(contextOf(job), uploadOf(job));
      return { kind: 'settled' };
    },
  };
}
