import { removeEndedUploads } from '../src/modules/publishing/index.js';
import { removeOldScans } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Removes ended uploads and results of scans that no one needs any more. */
export function sweepHistoryJob(platform: Platform): JobHandler {
  return {
    async run({ signal }) {
      await removeEndedUploads(platform, signal);
      await removeOldScans(platform, signal);
      return { kind: 'done' };
    },
  };
}
