import { randomUUID } from 'node:crypto';
import { JOBS, type JobKind, PERIODIC_JOBS } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import {
  type ClaimedRow,
  claimNext,
  giveBack,
  markFailedRun,
  markSucceeded,
  releaseLeases,
  renewLease,
} from './claim.js';
import { enqueue } from './enqueue.js';
import type { ClaimedJob, JobHandlers, Queue } from './queue.port.js';

const POLL_MS = 1000;

/** Any number will do that nothing else in the database locks. */
const PERIODIC_LOCK = 7_270_002;

/** What the in-process queue needs. */
export interface DispatcherOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** How many jobs run at once in this process. */
  readonly concurrency?: number;
  /** No other process runs jobs on this database: what is leased at start, its holder left. */
  readonly exclusive?: boolean;
}

/**
 * The queue of a machine without Redis: it claims rows from PostgreSQL and runs them here, with
 * the handlers that a worker process would run. A poll finds what nobody announced: jobs of other
 * processes, retries that fall due, and rows whose holder was killed.
 */
export function createDispatcher(options: DispatcherOptions): Queue {
  const { db, clock, log, concurrency = 3, exclusive = false } = options;
  const owner = `${process.pid}-${randomUUID()}`;
  const kinds = Object.keys(JOBS) as JobKind[];
  const quickKinds = kinds.filter((kind) => !JOBS[kind].isLong);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  const lastPeriods = new Map<JobKind, number>();
  let handlers: JobHandlers | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | null = null;
  let ticking: Promise<void> | null = null;
  let again = false;

  async function runOne(row: ClaimedRow): Promise<void> {
    const lost = new AbortController();
    const renewal = setInterval(() => {
      renewLease(db, row, owner, clock.now()).then(
        (kept) => kept || lost.abort(),
        (error: unknown) => log.warn({ err: error, job: row.id }, 'lease not renewed'),
      );
    }, JOBS[row.kind].leaseSeconds * 300);
    const job: ClaimedJob = {
      id: row.id,
      kind: row.kind,
      payload: row.payload,
      attempt: row.attempts,
      maxAttempts: row.maxAttempts,
      signal: AbortSignal.any([stopping.signal, lost.signal]),
    };
    try {
      await settle(job, row);
    } finally {
      clearInterval(renewal);
    }
  }

  async function settle(job: ClaimedJob, row: ClaimedRow): Promise<void> {
    const handler = handlers?.[row.kind];
    if (!handler) return;
    try {
      // Whoever held it so often died with it each time.
      if (row.attempts > row.maxAttempts) throw new Error('every attempt was cut off');
      const result = await handler.run(job);
      if (result.kind === 'done') await markSucceeded(db, row.id, owner, clock.now());
    } catch (error) {
      if (stopping.signal.aborted) return giveBack(db, row.id, owner, clock.now());
      log.warn({ err: error, job: row.id, kind: row.kind, attempt: row.attempts }, 'job failed');
      if (row.attempts >= row.maxAttempts && handler.exhausted) {
        const result = await handler.exhausted(job, error);
        if (result.kind === 'settled') return;
      }
      await markFailedRun(db, row, owner, clock.now(), error);
    }
  }

  async function pump(): Promise<void> {
    do {
      again = false;
      while (!stopping.signal.aborted && running.size < concurrency) {
        // One place is always left for what is quick: a day of scans must not stop the index.
        const isLastPlace = running.size === concurrency - 1;
        const claimable = isLastPlace ? quickKinds : kinds;
        const row = await claimNext(db, owner, claimable, clock.now());
        if (!row) break;
        const run = runOne(row)
          .catch((error: unknown) => log.error({ err: error, job: row.id }, 'job not settled'))
          .finally(() => {
            running.delete(run);
            wake();
          });
        running.add(run);
      }
    } while (again && !stopping.signal.aborted);
  }

  function wake(): void {
    if (!handlers || stopping.signal.aborted) {
      resolveIdle();
      return;
    }
    again = true;
    pumping ??= pump()
      .catch((error: unknown) => log.warn({ err: error }, 'queue could not be read'))
      .finally(() => {
        pumping = null;
        if (running.size === 0) resolveIdle();
      });
  }

  function resolveIdle(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  async function tick(): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      await schedulePeriodic(db, clock, lastPeriods);
    } catch (error) {
      log.warn({ err: error }, 'periodic jobs not scheduled');
    }
    wake();
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      ticking = tick();
    }, POLL_MS);
  }

  return {
    wake,
    start(given) {
      handlers = given;
      const ready = exclusive ? releaseLeases(db, clock.now()) : Promise.resolve();
      ticking = ready.catch((error: unknown) => log.warn({ err: error }, 'leases kept')).then(tick);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await ticking;
      await pumping;
      await Promise.all(running);
      resolveIdle();
    },
    idle() {
      return new Promise((resolve) => {
        waiting.add(resolve);
        wake();
      });
    },
    async ping() {
      await db.$queryRaw`select 1`;
    },
  };
}

/** Queues each periodic job whose period has begun and that nobody has queued for it yet. */
async function schedulePeriodic(
  db: Database,
  clock: Clock,
  lastPeriods: Map<JobKind, number>,
): Promise<void> {
  const now = clock.now();
  for (const [kind, everySeconds] of PERIODIC_JOBS) {
    const period = Math.floor(now.getTime() / (everySeconds * 1000));
    const last = lastPeriods.get(kind);
    if (last === period) continue;
    const dedupeKey = `period-${period}`;
    await db.$transaction(async (tx) => {
      // Of processes that come at once, one queues it and the others find it.
      await tx.$executeRaw`select pg_advisory_xact_lock(${PERIODIC_LOCK}::bigint)`;
      const known = await tx.job.findFirst({ where: { kind, dedupeKey }, select: { id: true } });
      if (!known) await enqueue(tx, { kind, payload: {}, dedupeKey });
    });
    lastPeriods.set(kind, period);
  }
}
