import { checkReferences } from '../src/modules/publishing/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Queues examinations of references before their last check is too old for a download. */
export function checkReferencesJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await checkReferences(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
