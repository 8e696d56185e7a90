import { type JobKind, PERIODIC_JOBS } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import { enqueue } from './enqueue.js';

/** The key of an advisory lock. It only needs to be unique in this database. */
const PERIODIC_LOCK = 7_270_002;

/**
 * Returns a function that queues every periodic job whose period has begun. Each job is queued once
 * per period, however many processes call it.
 */
export function createPeriodic(db: Database, clock: Clock): () => Promise<void> {
  const lastPeriods = new Map<JobKind, number>();
  return async () => {
    for (const [kind, everySeconds] of PERIODIC_JOBS) {
      const period = Math.floor(clock.now().getTime() / (everySeconds * 1000));
      if (lastPeriods.get(kind) === period) continue;
      await enqueueOnce(db, kind, `period-${period}`);
      lastPeriods.set(kind, period);
    }
  };
}

async function enqueueOnce(db: Database, kind: JobKind, dedupeKey: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Of several processes at once, one queues the job and the others find it.
    await tx.$executeRaw`select pg_advisory_xact_lock(${PERIODIC_LOCK}::bigint)`;
    const known = await tx.job.findFirst({ where: { kind, dedupeKey }, select: { id: true } });
    if (!known) await enqueue(tx, { kind, payload: {}, dedupeKey });
  });
}
