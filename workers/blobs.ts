import {
  collectBlobs,
  digestBlob,
  mirrorBlob,
  queueDigests,
  runRescans,
  StillBeingRemoved,
  sweepMirror,
  verifyBlobs,
} from '../src/modules/storage/index.js';
import { Prisma } from '../src/platform/database/generated/client.js';
import { deleteInBatches } from '../src/platform/database/in-batches.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue, type JobHandler, type JobResult } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext } from '../src/request/context.js';

/** Removes unused bytes. A long run queues a job that continues it. */
export function collectBlobsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      const next = await collectBlobs(ctx, job.payload, job.signal);
      if (next) await enqueue(platform.db, { kind: 'collect-blobs', payload: { ...next } });
      return { kind: 'done' };
    },
  };
}

/** Computes the further digests of one blob, SHA-512 and SHA-1, if it has none. */
export function digestBlobJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      await digestBlob(ctx, job.payload['blobId'] ?? '', job.signal);
      return { kind: 'done' };
    },
  };
}

/**
 * Brings the mirror in line with one blob. Waits without losing an attempt while the mirror is
 * down, and while an object with the same bytes is being removed.
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

/**
 * Scans stored bytes again, for signatures and blocked hashes that are newer than their last scan.
 * Waits, without losing an attempt, while an earlier job of this kind runs.
 */
export function rescanBlobsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      const afterSeconds = await runRescans(ctx, { jobId: job.id, signal: job.signal });
      return afterSeconds === null ? { kind: 'done' } : { kind: 'later', afterSeconds };
    },
  };
}

/** Queues `digest-blob` for the sealed blobs without further digests. */
export function sweepDigestsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await queueDigests(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}

/**
 * Queues `mirror-blob` for the blobs whose copy in the mirror is missing or unwanted. Then checks
 * whether the least recently checked copies still exist.
 */
export function sweepMirrorJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await sweepMirror(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const JOBS_KEPT_MS = 7 * DAY_MS;
/** How long rows for walks are kept: the longest walk, plus more than any transaction takes. */
const WALK_MS = (LIMITS.walkLifetimeSeconds + 60 * 60) * 1000;

/**
 * A store that removes the remains of crashed or abandoned writes that were last touched before
 * `olderThan`. Returns their number.
 */
export interface SweepableStore {
  sweep(olderThan: Date): Promise<number>;
}

/**
 * Removes records and leftovers that no request needs any more:
 * - abandoned parts in the store, and finished object removals;
 * - expired idempotency records, and expired runs of agent tools with their confirmations;
 * - former positions in the `latest` order, and search entries that no walk needs;
 * - jobs that ended a week ago, except scans of uploads, which stay as long as their upload.
 */
export function sweepStorageJob(platform: Platform, store: SweepableStore): JobHandler {
  return {
    async run({ signal }) {
      const { db, clock } = platform;
      const now = clock.now();
      await store.sweep(new Date(now.getTime() - LIMITS.orphanAgeSeconds * 1000));
      const remove = (table: string, where: Prisma.Sql) =>
        deleteInBatches(db, table, where, signal);
      await remove('object_removals', Prisma.sql`ends_at <= ${now}::timestamptz`);
      await remove('idempotency_records', Prisma.sql`expires_at <= ${now}::timestamptz`);
      await remove('agent_runs', Prisma.sql`expires_at <= ${now}::timestamptz`);
      const walkedBy = new Date(now.getTime() - WALK_MS);
      await remove('mod_publications', Prisma.sql`closed_at <= ${walkedBy}::timestamptz`);
      await remove('search_entries', Prisma.sql`closed_at <= ${walkedBy}::timestamptz`);
      const keptSince = new Date(now.getTime() - JOBS_KEPT_MS);
      // A job is never due after its end, so the index on `state` and `run_at` leaves out younger
      // ones.
      await remove(
        'jobs',
        Prisma.sql`state in ('succeeded', 'failed', 'cancelled') and run_at <= ${keptSince}::timestamptz
          and completed_at <= ${keptSince}::timestamptz and kind <> 'scan-upload'`,
      );
      return { kind: 'done' };
    },
  };
}

/**
 * Reads the stored bytes that are due again, and compares their digests. A blob with wrong or
 * missing bytes becomes corrupt. Then tries to heal corrupt blobs.
 */
export function verifyBlobsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await verifyBlobs(createSystemContext(platform, `job ${job.id}`), job.signal);
      return { kind: 'done' };
    },
  };
}
