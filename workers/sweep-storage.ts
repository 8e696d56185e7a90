import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const JOBS_KEPT_MS = 7 * DAY_MS;
/** How long rows for walks are kept: the longest walk, plus more than any transaction takes. */
const WALK_MS = (LIMITS.walkLifetimeSeconds + 60 * 60) * 1000;

/** A store that removes the remains of crashed or abandoned writes. */
export interface SweepableStore {
  sweep(olderThan: Date): Promise<number>;
}

/**
 * Removes unreferenced and expired records: abandoned parts in the store, expired idempotency
 * records, confirmations of agents, finished object removals, publication positions and search
 * documents that no walk needs, and jobs that ended a week ago and belong to no upload.
 */
export function sweepStorageJob(platform: Platform, store: SweepableStore): JobHandler {
  return {
    async run() {
      const now = platform.clock.now();
      await store.sweep(new Date(now.getTime() - LIMITS.orphanAgeSeconds * 1000));
      await platform.db.objectRemoval.deleteMany({ where: { endsAt: { lte: now } } });
      await platform.db.idempotencyRecord.deleteMany({ where: { expiresAt: { lte: now } } });
      await platform.db.agentRun.deleteMany({ where: { expiresAt: { lte: now } } });
      const walkedBy = { closedAt: { lte: new Date(now.getTime() - WALK_MS) } };
      await platform.db.modPublication.deleteMany({ where: walkedBy });
      await platform.db.searchDocument.deleteMany({ where: walkedBy });
      await platform.db.job.deleteMany({
        where: {
          kind: { not: 'scan-upload' },
          state: { in: ['succeeded', 'failed', 'cancelled'] },
          completedAt: { lte: new Date(now.getTime() - JOBS_KEPT_MS) },
        },
      });
      return { kind: 'done' };
    },
  };
}
