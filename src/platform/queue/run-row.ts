import { JOBS } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { type ClaimedRow, giveBack, markFailedRun, markSucceeded, renewLease } from './claim.js';
import type { ClaimedJob, JobHandlers } from './queue.port.js';

/** The parts that a run of a claimed row needs. */
export interface Run {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The holder of the lease. */
  readonly owner: string;
  readonly handlers: JobHandlers;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

/** A lease is renewed three times before it would expire. */
const RENEWALS_PER_LEASE = 10 / 3;

/** Runs a claimed row to its end. Renews its lease, and settles the row by the handler's result. */
export async function runRow(run: Run, row: ClaimedRow): Promise<void> {
  const { db, clock, log, owner } = run;
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      renewLease(db, row, owner, clock.now()).then(
        (kept) => kept || lost.abort(),
        (error: unknown) => log.warn({ err: error, job: row.id }, 'lease not renewed'),
      );
    },
    (JOBS[row.kind].leaseSeconds * 1000) / RENEWALS_PER_LEASE,
  );
  const signal = AbortSignal.any([run.stopping, lost.signal]);
  try {
    await settle(run, row, signal);
  } finally {
    clearInterval(renewal);
  }
}

async function settle(run: Run, row: ClaimedRow, signal: AbortSignal): Promise<void> {
  const { db, clock, log, owner } = run;
  const { id, kind, payload, attempts, maxAttempts } = row;
  const job: ClaimedJob = { id, kind, payload, attempt: attempts, maxAttempts, signal };
  const handler = run.handlers[kind];
  try {
    // Every earlier attempt ended with the death of its process.
    if (attempts > maxAttempts) throw new Error('every attempt was cut off');
    const result = await handler.run(job);
    if (result.kind === 'done') await markSucceeded(db, row, owner, clock.now());
    if (result.kind === 'later') {
      const runAt = new Date(clock.now().getTime() + result.afterSeconds * 1000);
      await giveBack(db, row, owner, runAt);
    }
  } catch (error) {
    if (run.stopping.aborted) return giveBack(db, row, owner, clock.now());
    log.warn({ err: error, job: id, kind, attempt: attempts }, 'job failed');
    if (attempts >= maxAttempts && handler.exhausted) {
      const result = await handler.exhausted(job, error);
      if (result.kind === 'settled') return;
    }
    await markFailedRun(db, row, owner, clock.now(), error);
  }
}
