import { type StagingPlace, sweepStaging } from '../src/modules/uploads/index.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue } from '../src/platform/queue/enqueue.js';
import type { ClaimedJob, JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Looks at one page of what is staged and queues the look at the next one, so that a walk over a
 * large store neither holds a worker nor begins again where it is cut off.
 */
export function sweepStagingJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      const next = await sweepStaging(ctx, placeIn(job));
      if (next) {
        const payload = { ...next };
        // A page that is looked at twice leads to the same next one, which is then queued once.
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
