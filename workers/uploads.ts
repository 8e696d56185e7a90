import { sweepDownloadGrants } from '../src/modules/delivery/index.js';
import {
  giveUpScan,
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
import { createSystemContext } from '../src/request/context.js';

/**
 * Scans a completed upload; after the last failed attempt a moderator decides (Spec 3.2, 4.4).
 * While an object with the same bytes is being removed, it waits without losing an attempt. So it
 * does, for a day, while the store is full, and in a process whose store is not that of the
 * database.
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
        const wait = waitAfter(error);
        if (wait === null) throw error;
        if (wait.reason) waitLogOf(platform)(wait.reason, error, job);
        return { kind: 'later', afterSeconds: wait.seconds };
      }
    },
    async exhausted(job) {
      await giveUpScan(contextOf(job), uploadOf(job));
      return { kind: 'settled' };
    },
  };
}

/** A wait that counts as no attempt, with the line of the log unless it is short. */
interface ScanWait {
  readonly seconds: number;
  readonly reason: string | null;
}

/** The wait after an error that the upload did not cause; null after any other error. */
function waitAfter(error: unknown): ScanWait | null {
  if (error instanceof StillBeingRemoved) {
    return { seconds: LIMITS.removalPollSeconds, reason: null };
  }
  if (error instanceof StoreFull) {
    return { seconds: LIMITS.fullStoreSeconds, reason: 'the scan waits for room in the store' };
  }
  if (error instanceof UnfitStore) {
    const reason = 'the scan waits for a process with the right store';
    return { seconds: LIMITS.otherStoreSeconds, reason };
  }
  return null;
}

/** Logs that scans wait, not for each of them: many may wait for hours. */
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
 * Expires download grants and upload sessions. Removes old grants, and the staged bytes of ended
 * sessions after their hold.
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
