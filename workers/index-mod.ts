import { indexMod } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Brings search in line with the current state of one mod. */
export function indexModJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await indexMod(platform, job.payload['modId'] ?? '');
      return { kind: 'done' };
    },
  };
}
