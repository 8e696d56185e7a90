import { queueDigests } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Queues the blobs whose further digests are missing. */
export function sweepDigestsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await queueDigests(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
