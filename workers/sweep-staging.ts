import { type StagingPlace, sweepStaging } from '../src/modules/publishing/index.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue } from '../src/platform/queue/enqueue.js';
import type { ClaimedJob, JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Sweeps one page of staged objects and queues a job for the next page. So a walk over a large
 * store does not block a worker, and continues at its page after an interruption.
 */
export function sweepStagingJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      const next = await sweepStaging(ctx, placeIn(job));
      if (next) {
        const payload = { ...next };
        // A page that is swept twice leads to the same next page, which is then queued once.
        await platform.db.$transaction((tx) =>
          enqueue(tx, { kind: 'sweep-staging', payload, dedupeKey: JSON.stringify(payload) }),
        );
        platform.queue.wake();
      }
      return { kind: 'done' };
    },
  };
}

function placeIn({ payload }: ClaimedJob): StagingPlace {
  const { of, afterKey, afterMultipart } = payload;
  return {
    of: of === 'multiparts' ? 'multiparts' : 'objects',
    ...(afterKey === undefined ? {} : { afterKey }),
    ...(afterMultipart === undefined ? {} : { afterMultipart }),
  };
}
