import { alignConstraints } from '../src/modules/publishing/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Removes stored dependency constraints that do not parse, from before they were checked. */
export function alignConstraintsJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await alignConstraints(platform, payload['after']);
      return { kind: 'done' };
    },
  };
}
