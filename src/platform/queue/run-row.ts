import { JOBS } from '../../registry/jobs.js';
import { withFirstSignal } from '../abort-signals.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { noteError } from '../tracing/in-span.js';
import { type Tracer, tracerNow } from '../tracing/tracing.js';
import type { Claimant, ClaimedRow } from './claim.js';
import type { ClaimedJob, JobHandlers } from './queue.port.js';

/** The parts that a run of a claimed row needs. */
export interface Run extends Claimant {
  readonly clock: Clock;
  readonly log: Log;
  readonly handlers: JobHandlers;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

/**
 * Runs a claimed row. Returns it to the queue if the runner was stopped during the claim. Resolves
 * when the handler has ended and the row has its result. A stop and a lost lease only abort the
 * handler's signal, so this waits for a handler that ignores it. An error of the handler goes into
 * the row and the log. Rejects for an error of the database, or of `exhausted`: then the row stays
 * claimed until its lease expires.
 */
export function runOrRelease(run: Run, row: ClaimedRow): Promise<void> {
  const { db, clock, owner, stopping } = run;
  if (stopping.aborted) return releaseRun(db, row, owner, clock.now());
  return runRow(run, row);
}

/** The reason of an aborted run: the process was frozen, or did not reach the database for long. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('the lease of the job was lost; another process continues the job');
  }
}

/** A lease is renewed three times before it would expire. */
const RENEWALS_PER_LEASE = 10 / 3;

/** Runs a claimed row to its end. Renews its lease, and settles the row by the handler's result. */
async function runRow(run: Run, row: ClaimedRow): Promise<void> {
  const { clock, log, leaseSeconds } = run;
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      renewLease(run, row, clock.now()).then(
        (kept) => kept || lost.abort(new LeaseLost()),
        (error: unknown) =>
          log.warn({ err: error, job: row.id }, 'the lease of a job could not be renewed'),
      );
    },
    (leaseSeconds(row.kind) * 1000) / RENEWALS_PER_LEASE,
  );
  try {
    await withFirstSignal([run.stopping, lost.signal], async (signal) => {
      const tracer = tracerNow();
      if (tracer === null) await settle(run, row, signal);
      else await inJobSpan(tracer, row, () => settle(run, row, signal));
    });
  } finally {
    clearInterval(renewal);
  }
}

/** Runs a job in a span that continues the trace of the request that created the job. */
async function inJobSpan(
  tracer: Tracer,
  { id, kind, payload, attempts }: ClaimedRow,
  work: () => Promise<void>,
): Promise<void> {
  const span = tracer.start({
    name: `job ${kind}`,
    kind: 'consumer',
    attributes: { 'modport.job.kind': kind, 'modport.job.id': id, 'modport.job.attempt': attempts },
    parent: payload['traceparent'] ?? null,
  });
  try {
    await tracer.within(span, work);
  } finally {
    span.end();
  }
}

/**
 * Calls the handler and writes its result to the row. A row whose last attempt ended with the death
 * of its process counts as failed. A job that fails while the process stops is returned to the
 * queue, and the attempt does not count.
 */
async function settle(run: Run, row: ClaimedRow, signal: AbortSignal): Promise<void> {
  const { db, clock, log, owner } = run;
  const { id, kind, attempts, maxAttempts, createdAt } = row;
  // The process that queued the job may have added its trace.
  const { traceparent: _, ...payload } = row.payload;
  const job: ClaimedJob = { id, kind, payload, attempt: attempts, maxAttempts, createdAt, signal };
  const handler = run.handlers[kind];
  try {
    // The last attempt ended with the death of its process, or lost its lease.
    if (attempts > maxAttempts) throw cutOff(row);
    const result = await handler.run(job);
    if (result.kind === 'done') await markSucceeded(db, row, owner, clock.now());
    if (result.kind === 'later') {
      const runAt = new Date(clock.now().getTime() + result.afterSeconds * 1000);
      await releaseRun(db, row, owner, runAt);
    }
  } catch (error) {
    if (run.stopping.aborted) return releaseRun(db, row, owner, clock.now());
    const span = tracerNow()?.active();
    if (span) noteError(span, error);
    log.warn({ err: error, job: id, kind, attempt: attempts }, 'job failed');
    if (attempts >= maxAttempts && handler.exhausted) {
      // The next claimant calls it, if another process has taken the lease. It also calls it again
      // if the handler fails, so the row keeps the error.
      if (!(await renewLease(run, row, clock.now(), reportedBy(row, error)))) return;
      const result = await handler.exhausted(job, error);
      if (result.kind === 'settled') return;
    }
    await markFailedRun(db, row, owner, clock.now(), error);
  }
}

/**
 * The error of a job whose last attempt did not settle it, with the last reported error. The row
 * does not tell whether that attempt was cut off, or failed before an `exhausted` handler that
 * failed too.
 */
function cutOff({ lastError }: ClaimedRow): Error {
  const before = lastError === null ? '' : `; the last reported error: ${lastError}`;
  return new Error(
    `the process ended, lost its lease, or could not give up the job in the last attempt${before}`,
  );
}

/** The error that an attempt reports; undefined if it was `cutOff`, which reports none. */
function reportedBy({ attempts, maxAttempts }: ClaimedRow, error: unknown): string | undefined {
  return attempts > maxAttempts ? undefined : messageOf(error);
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** The row under this claim only. A later claim of the same process does not match. */
function claimedBy(owner: string, { id, attempts }: ClaimedRow) {
  return { id, attempts, state: 'processing', leaseOwner: owner } as const;
}

/**
 * Extends a lease, and stores the error if there is one. Returns false if the lease was lost and
 * the work must stop.
 */
async function renewLease(
  { db, owner, leaseSeconds }: Claimant,
  row: ClaimedRow,
  now: Date,
  lastError?: string,
): Promise<boolean> {
  const until = new Date(now.getTime() + leaseSeconds(row.kind) * 1000);
  const kept = await db.job.updateMany({
    where: claimedBy(owner, row),
    data: { leaseUntil: until, ...(lastError === undefined ? {} : { lastError }) },
  });
  return kept.count === 1;
}

/** Marks a job as succeeded, unless its handler or another process already settled it. */
async function markSucceeded(
  db: Database,
  row: ClaimedRow,
  owner: string,
  now: Date,
): Promise<void> {
  await db.job.updateMany({
    where: claimedBy(owner, row),
    data: { state: 'succeeded', completedAt: now, updatedAt: now, leaseUntil: null },
  });
}

/**
 * Queues a failed job again with exponential backoff, or marks it as failed after its last attempt.
 */
async function markFailedRun(
  db: Database,
  row: ClaimedRow,
  owner: string,
  now: Date,
  error: unknown,
): Promise<void> {
  const message = messageOf(error);
  const again = row.attempts < row.maxAttempts;
  const delaySeconds = JOBS[row.kind].backoffSeconds * 2 ** (row.attempts - 1);
  await db.job.updateMany({
    where: claimedBy(owner, row),
    data: again
      ? {
          state: 'queued',
          runAt: new Date(now.getTime() + delaySeconds * 1000),
          leaseUntil: null,
          lastError: message,
          updatedAt: now,
        }
      : {
          state: 'failed',
          completedAt: now,
          leaseUntil: null,
          lastError: message,
          terminalReason: 'manual_intervention_required',
          updatedAt: now,
        },
  });
}

/** Returns a job to the queue, due at `runAt`. The attempt does not count. */
async function releaseRun(
  db: Database,
  row: ClaimedRow,
  owner: string,
  runAt: Date,
): Promise<void> {
  await db.job.updateMany({
    where: claimedBy(owner, row),
    data: { state: 'queued', runAt, leaseUntil: null, attempts: { decrement: 1 } },
  });
}
