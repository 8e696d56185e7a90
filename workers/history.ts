import { keepAuditLog } from '../src/modules/collaboration/index.js';
import { dropRecordedPaths, removeEndedUploads } from '../src/modules/publishing/index.js';
import { removeOldScans } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** The steps of a run. A failure of one stops no other. */
const STEPS = [removeEndedUploads, removeOldScans, keepAuditLog, dropRecordedPaths] as const;

/**
 * Removes old failed and cancelled uploads and old results of scans, adds and drops partitions of
 * the audit log, and removes paths from records of scans that earlier releases wrote. The job fails
 * after all steps if one of them failed.
 */
export function sweepHistoryJob(platform: Platform): JobHandler {
  return {
    async run({ signal }) {
      const failures: unknown[] = [];
      for (const step of STEPS) {
        await step(platform, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'a step failed');
      return { kind: 'done' };
    },
  };
}
