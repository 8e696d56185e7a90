import { sweepMedia } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Removes images that no picture uses. */
export function sweepMediaJob(platform: Platform): JobHandler {
  return {
    async run() {
      await sweepMedia(platform);
      return { kind: 'done' };
    },
  };
}
