import { keepAuditLog } from '../src/modules/collaboration/index.js';
import { removeEndedUploads } from '../src/modules/publishing/index.js';
import { removeOldScans } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Keeps the partitions of the audit log, and removes old uploads and results of scans. */
export function sweepHistoryJob(platform: Platform): JobHandler {
  return {
    async run({ signal }) {
      await keepAuditLog(platform);
      await removeEndedUploads(platform, signal);
      await removeOldScans(platform, signal);
      return { kind: 'done' };
    },
  };
}
