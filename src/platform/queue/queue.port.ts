import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Tx } from '../database/connect.js';
import { tracerNow } from '../tracing/tracing.js';

/** The outcome of one run of a job. */
export type JobResult =
  /** The handler settled its row in the transaction with its effect. */
  | { readonly kind: 'settled' }
  /** Done; the queue marks the row as succeeded. */
  | { readonly kind: 'done' }
  /**
   * The job could not start, or has more to do later. The queue runs it again after the delay and
   * does not count this run.
   */
  | { readonly kind: 'later'; readonly afterSeconds: number };

/** A claimed job as passed to its handler. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  /** 1 on the first run. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** The time of the change that caused the job. */
  readonly createdAt: Date;
  /** Aborted when the process stops or the lease is lost. */
  readonly signal: AbortSignal;
}

/**
 * Runs one kind of job. It must be safe to run twice and to kill at any point.
 */
export interface JobHandler {
  /**
   * Does the work, and ends soon after `job.signal` is aborted. An error counts as a failed attempt,
   * except after a stop of the process. The queue logs it, and runs the job again later while it has
   * attempts left.
   */
  run(job: ClaimedJob): Promise<JobResult>;
  /**
   * Called when the last attempt failed. With `settled` the handler has ended the row itself; else,
   * and without this function, the queue marks it as failed.
   */
  exhausted?(job: ClaimedJob, error: unknown): Promise<JobResult>;
}

/** The handler of every kind of job. */
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

/**
 * Brings jobs to the processes that run them. The rows in PostgreSQL are authoritative. A queue
 * only shortens the delay, so its loss loses no job.
 */
export interface Queue {
  /** Signals that jobs were committed. Call it after the commit. Never fails and never waits. */
  wake(): void;
  /** Runs jobs in this process from now on. Queues periodic jobs unless `periodic` is false. */
  start(handlers: JobHandlers, options?: { readonly periodic?: boolean }): void;
  /** Stops claiming, lets running jobs end or returns them to the queue, and resolves when idle. */
  stop(): Promise<void>;
  /**
   * Resolves when no job is due, including jobs created meanwhile; at once in a process that runs
   * no jobs. For tests and operators.
   */
  idle(): Promise<void>;
  /** Throws unless the system that brings the jobs responds: Redis, or without it PostgreSQL. */
  ping(): Promise<void>;
}

/** A job to write. Payloads hold only ids, because the handler reads the current rows. */
interface NewJob {
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  /**
   * While a job of this kind and key is queued, no second one is added, and the first one keeps its
   * payload and time. Concurrent transactions may each add one.
   */
  readonly dedupeKey?: string;
  /** The earliest time of the run; now by default. */
  readonly runAt?: Date;
}

/**
 * Writes a job in the transaction that causes it. Returns its id, or that of the queued duplicate,
 * which it locks until the transaction ends. The caller wakes the queue after the commit (`wake`).
 */
export async function enqueue(tx: Tx, job: NewJob): Promise<string> {
  const twin = job.dedupeKey === undefined ? null : await findTwin(tx, job.kind, job.dedupeKey);
  if (twin) return twin;
  const row = await tx.job.create({
    data: {
      kind: job.kind,
      payload: traced(job.payload),
      dedupeKey: job.dedupeKey ?? null,
      maxAttempts: JOBS[job.kind].maxAttempts,
      ...(job.runAt ? { runAt: job.runAt } : {}),
    },
    select: { id: true },
  });
  return row.id;
}

/**
 * Writes jobs without dedupe keys in the transaction that causes them, in one statement. The caller
 * wakes the queue after the commit.
 */
export async function enqueueAll(
  tx: Tx,
  jobs: readonly Omit<NewJob, 'dedupeKey'>[],
): Promise<void> {
  await tx.job.createMany({
    data: jobs.map(({ kind, payload, runAt }) => ({
      kind,
      payload: traced(payload),
      maxAttempts: JOBS[kind].maxAttempts,
      ...(runAt ? { runAt } : {}),
    })),
  });
}

/** The payload with the trace that the job continues. The queue removes it before the job runs. */
function traced(payload: NewJob['payload']): NewJob['payload'] {
  const span = tracerNow()?.active();
  return span ? { ...payload, traceparent: span.traceparent } : payload;
}

/**
 * Finds a queued duplicate and locks its row until this transaction ends. If the duplicate ran
 * before the commit, it would miss the writes of this transaction, and no other job would handle
 * them.
 */
async function findTwin(tx: Tx, kind: JobKind, dedupeKey: string): Promise<string | undefined> {
  const [twin] = await tx.$queryRaw<{ id: string }[]>`
    select id from jobs where kind = ${kind} and dedupe_key = ${dedupeKey} and state = 'queued'
    limit 1 for share`;
  return twin?.id;
}
