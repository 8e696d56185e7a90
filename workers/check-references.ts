import { checkReferences } from '../src/modules/references/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Has references examined again before what is known of them is too old to be handed out. */
export function checkReferencesJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await checkReferences(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
