import type { JobKind } from '../../registry/jobs.js';

/** How one run of a job ended, as far as the queue is concerned. */
export type JobResult =
  /** The handler settled its own row in the transaction that made its effect. */
  | { readonly kind: 'settled' }
  /** Done; the queue marks the row as succeeded. */
  | { readonly kind: 'done' }
  /** Could not begin yet; the queue runs it again after so long, and does not count this run. */
  | { readonly kind: 'later'; readonly afterSeconds: number };

/** One claimed job as its handler sees it. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  /** 1 on the first run. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Aborted when the process stops or the lease is lost. */
  readonly signal: AbortSignal;
}

/** Runs one kind of job. Safe to run twice and to be killed anywhere; throwing means "try again". */
export interface JobHandler {
  run(job: ClaimedJob): Promise<JobResult>;
  /** Called once when the last attempt failed, before the row is marked as failed. */
  exhausted?(job: ClaimedJob, error: unknown): Promise<JobResult>;
}

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

/**
 * Carries jobs to whoever runs them. The rows in PostgreSQL are the truth; a queue only makes
 * sure that they are looked at soon, so losing it loses nothing.
 */
export interface Queue {
  /** Says that jobs were committed. Never fails and never waits. */
  wake(): void;
  /** Begins to run jobs in this process; without `periodic`, it queues none that the clock starts. */
  start(handlers: JobHandlers, options?: { readonly periodic?: boolean }): void;
  /** Stops claiming, lets running jobs end or gives them back, and resolves when idle. */
  stop(): Promise<void>;
  /** Resolves when no job is due, for tests and for operators; includes jobs made meanwhile. */
  idle(): Promise<void>;
  ping(): Promise<void>;
}
