import { sweepGrants } from '../src/modules/delivery/index.js';
import { sweepUploads } from '../src/modules/publishing/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Ends expired upload sessions, with their staged bytes, and download grants; removes old ones. */
export function sweepUploadsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await sweepGrants(platform);
      await sweepUploads(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
