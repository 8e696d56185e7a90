import { mirrorBlob, StillBeingRemoved } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler, JobResult } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Brings the mirror in line with one blob; waits, without losing an attempt, while the mirror is
 * down.
 */
export function mirrorBlobJob(platform: Platform): JobHandler {
  const later = (afterSeconds: number): JobResult => ({ kind: 'later', afterSeconds });
  return {
    async run(job) {
      if (platform.mirror && !platform.mirror.isUp()) return later(LIMITS.mirrorAwaySeconds);
      const ctx = createSystemContext(platform, `job ${job.id}`);
      try {
        await mirrorBlob(ctx, job.payload['blobId'] ?? '', job.signal);
        return { kind: 'done' };
      } catch (error) {
        if (error instanceof StillBeingRemoved) return later(LIMITS.removalPollSeconds);
        throw error;
      }
    },
  };
}
