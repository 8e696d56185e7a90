import { sweepDownloadGrants } from '../src/modules/delivery/index.js';
import {
  giveUpScan,
  roomWaitSeconds,
  type StagingPosition,
  scanUpload,
  sweepStaging,
  sweepUploads,
} from '../src/modules/publishing/index.js';
import { StillBeingRemoved } from '../src/modules/storage/index.js';
import { onceForEach } from '../src/platform/concurrency.js';
import type { Platform } from '../src/platform/platform.js';
import { type ClaimedJob, enqueue, type JobHandler } from '../src/platform/queue/queue.port.js';
import { StoreFull, UnfitStore } from '../src/platform/storage/storage.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext, type RequestContext } from '../src/request/context.js';

/**
 * Scans a completed upload; after the last failed attempt a moderator decides (Spec 3.2, 4.4). It
 * waits without losing an attempt:
 * - while an object with the same bytes is being removed
 * - while the store is full, for a day at most
 * - in a process whose store is not that of the database, for a day at most
 */
export function scanUploadJob(platform: Platform): JobHandler {
  const contextOf = (job: ClaimedJob) => createSystemContext(platform, `job ${job.id}`);
  const uploadOf = (job: ClaimedJob) => job.payload['uploadId'] ?? '';
  return {
    async run(job) {
      const isLast = job.attempt >= job.maxAttempts;
      try {
        await scanUpload(contextOf(job), uploadOf(job), { signal: job.signal, isLast });
        return { kind: 'done' };
      } catch (error) {
        // The upload is not at fault, and the cause may last longer than all attempts of the job.
        // So this run does not count as an attempt.
        const wait = WAITS.find(({ after }) => error instanceof after);
        if (!wait) throw error;
        if (wait.reason) waitLogOf(platform)(wait.reason, error, job);
        return { kind: 'later', afterSeconds: await wait.seconds(contextOf(job), uploadOf(job)) };
      }
    },
    async exhausted(job) {
      await giveUpScan(contextOf(job), uploadOf(job));
      return { kind: 'settled' };
    },
  };
}

/**
 * A wait that does not count as an attempt. `reason` is its line in the log; null for a short wait,
 * which is not logged.
 */
interface ScanWait {
  readonly after: abstract new (...args: never[]) => Error;
  readonly seconds: (ctx: RequestContext, uploadId: string) => number | Promise<number>;
  readonly reason: string | null;
}

/** The waits after errors that the upload did not cause. */
const WAITS: readonly ScanWait[] = [
  { after: StillBeingRemoved, seconds: () => LIMITS.removalPollSeconds, reason: null },
  {
    after: StoreFull,
    seconds: roomWaitSeconds,
    reason: 'the scan waits for room in the store',
  },
  {
    after: UnfitStore,
    seconds: () => LIMITS.otherStoreSeconds,
    reason: 'the scan waits for a process with the right store',
  },
];

/**
 * Logs that scans wait, at most once per `scanWaitLogSeconds` and reason: many scans may wait for
 * hours.
 */
const waitLogOf = onceForEach(({ clock, log }: Platform) => {
  const quietUntil = new Map<string, number>();
  return (reason: string, err: unknown, { id }: ClaimedJob): void => {
    const now = clock.now().getTime();
    if (now < (quietUntil.get(reason) ?? 0)) return;
    quietUntil.set(reason, now + LIMITS.scanWaitLogSeconds * 1000);
    log.error({ err, job: id }, reason);
  };
});

/**
 * Expires download grants and upload sessions. Removes old grants. After their hold, removes the
 * staged bytes of ended sessions.
 */
export function sweepUploadsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await sweepDownloadGrants(platform);
      await sweepUploads(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}

/**
 * Removes old staged bytes that no upload session owns, from one page of the store. Queues a job
 * for the next page. So a walk over a large store does not block a worker, and continues at its
 * page after an interruption.
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

function placeIn({ payload }: ClaimedJob): StagingPosition {
  const { of, afterKey, afterMultipart } = payload;
  return {
    of: of === 'multiparts' ? 'multiparts' : 'objects',
    ...(afterKey === undefined ? {} : { afterKey }),
    ...(afterMultipart === undefined ? {} : { afterMultipart }),
  };
}
