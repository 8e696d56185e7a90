import { LIMITS } from './limits.js';

/** How the queue treats one kind of job. */
export interface JobRow {
  /** Runs that may fail before the job is given up. */
  readonly maxAttempts: number;
  /** The wait before the second run; it doubles with each further one. */
  readonly backoffSeconds: number;
  /** How long a claim lasts without a sign of life; a running job renews it. */
  readonly leaseSeconds: number;
  /** Set for jobs that the clock starts; everything else is queued by what causes it. */
  readonly everySeconds?: number;
  /** Whether one run may take minutes; the others never wait for all such runs to end. */
  readonly isLong: boolean;
}

/** The kinds of work that happen off the request path. */
export const JOBS = {
  /** Reads the uploaded object once: hash, structure, antivirus (Spec 4.4, 8). */
  'scan-upload': {
    maxAttempts: LIMITS.scanAttempts,
    backoffSeconds: 15,
    leaseSeconds: 60,
    isLong: true,
  },
  /** Brings the search document of a mod up to its snapshot; must be there within 15 s. */
  'index-mod': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, isLong: false },
  /** Brings the documents of an author's mods up to the author's profile. */
  'refresh-author': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, isLong: false },
  /** Freezes the orders by downloads and by trend, so that a walk through them holds still. */
  'freeze-ranks': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 3600,
    isLong: false,
  },
  /** Ends what ran out: upload sessions and grants; removes staged bytes after their hold. */
  'sweep-uploads': {
    maxAttempts: 3,
    backoffSeconds: 10,
    leaseSeconds: 120,
    everySeconds: 60,
    isLong: false,
  },
  /** Removes what crashed and abandoned writes left, old answers and old records of work. */
  'sweep-storage': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 900,
    isLong: false,
  },
  /** Removes expired records of OAuth, sessions and counts of guesses; renews the signing key. */
  'sweep-identity': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 600,
    isLong: false,
  },
} as const satisfies Readonly<Record<string, JobRow>>;

/** The kind of a job, as its row names it. */
export type JobKind = keyof typeof JOBS;

/** The kinds that the clock starts, with their period in seconds. */
export const PERIODIC_JOBS: readonly (readonly [kind: JobKind, everySeconds: number])[] = (
  Object.entries(JOBS) as [JobKind, JobRow][]
).flatMap(([kind, { everySeconds }]) => (everySeconds === undefined ? [] : [[kind, everySeconds]]));
