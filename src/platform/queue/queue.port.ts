import type { JobKind } from '../../registry/jobs.js';

/** The outcome of one run of a job. */
export type JobResult =
  /** The handler settled its row in the transaction with its effect. */
  | { readonly kind: 'settled' }
  /** Done; the queue marks the row as succeeded. */
  | { readonly kind: 'done' }
  /**
   * The job could not start. The queue runs it again after the delay and does not count this run.
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
  /** Aborted when the process stops or the lease is lost. */
  readonly signal: AbortSignal;
}

/**
 * Runs one kind of job. It must be safe to run twice and to kill at any point. An error means "try
 * again".
 */
export interface JobHandler {
  run(job: ClaimedJob): Promise<JobResult>;
  /** Called once when the last attempt failed, before the row is marked as failed. */
  exhausted?(job: ClaimedJob, error: unknown): Promise<JobResult>;
}

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

/**
 * Brings jobs to the processes that run them. The rows in PostgreSQL are authoritative. A queue
 * only shortens the delay, so its loss loses no job.
 */
export interface Queue {
  /** Signals that jobs were committed. Never fails and never waits. */
  wake(): void;
  /** Starts to run jobs in this process. Without `periodic`, it queues no periodic jobs. */
  start(handlers: JobHandlers, options?: { readonly periodic?: boolean }): void;
  /** Stops claiming, lets running jobs end or returns them to the queue, and resolves when idle. */
  stop(): Promise<void>;
  /** Resolves when no job is due, including jobs created meanwhile. For tests and operators. */
  idle(): Promise<void>;
  ping(): Promise<void>;
}
