import { LIMITS } from './limits.js';

/** The queue settings of one kind of job. */
export interface JobRow {
  /** The maximum number of runs. */
  readonly maxAttempts: number;
  /** The wait before the second run. It doubles before each further run, without a maximum. */
  readonly backoffSeconds: number;
  /** How long a process keeps a job without renewal. A running job renews this claim. */
  readonly leaseSeconds: number;
  /** The period of a periodic job; absent for jobs that other work queues. */
  readonly everySeconds?: number;
  /** The lane in which it runs; see `LANES`. */
  readonly lane: 'quick' | 'index' | 'long' | 'external' | 'outbound' | 'upkeep';
}

/** The kinds of background work. */
export const JOBS = {
  /** Reads the uploaded object once: hash, structure, antivirus (Spec 4.4, 8). */
  'scan-upload': {
    maxAttempts: LIMITS.scanAttempts,
    backoffSeconds: 15,
    leaseSeconds: 60,
    lane: 'long',
  },
  /** Scans stored objects again for new signatures and new blocked hashes, one after the other. */
  'rescan-blobs': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 60,
    everySeconds: 3600,
    lane: 'upkeep',
  },
  /** Updates the search document of a mod from its catalog document, within 15 s. */
  'index-mod': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'index' },
  /** Updates the search documents of a batch of mods, like `index-mod`. */
  'index-mods': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 60, lane: 'index' },
  /** Indexes mods that search misses, and updates the statistics of the search index. */
  'refresh-search': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 60,
    everySeconds: 900,
    lane: 'upkeep',
  },
  /** Fills and repairs a search index outside of the database. Most runs find nothing to do. */
  'catch-up-search': {
    maxAttempts: 1,
    backoffSeconds: 60,
    leaseSeconds: 60,
    everySeconds: 60,
    lane: 'index',
  },
  /** Updates the documents of an author's mods from the author's profile. */
  'refresh-author': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /** Updates the documents of mods after a safety change of their bytes. */
  'refresh-mods': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /**
   * Writes the documents of mods again after a release has changed their form, or a game changed.
   */
  'refresh-documents': {
    maxAttempts: 10,
    backoffSeconds: 1,
    leaseSeconds: 60,
    everySeconds: 300,
    lane: 'quick',
  },
  /** Decides which downloads count, and adds those to the totals. */
  'count-downloads': {
    maxAttempts: 3,
    backoffSeconds: 10,
    leaseSeconds: 60,
    everySeconds: 60,
    lane: 'quick',
  },
  /** Freezes the orders by downloads and by trend, so that a walk through them is stable. */
  'freeze-ranks': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 3600,
    lane: 'quick',
  },
  /**
   * Examines a file at its provider: compares the provider's facts, and downloads and attests the
   * bytes unless a recent attestation covers them.
   */
  'verify-reference': {
    maxAttempts: LIMITS.referenceAttempts,
    backoffSeconds: 60,
    leaseSeconds: 300,
    lane: 'external',
  },
  /**
   * Queues `verify-reference` for the verified references that were not checked for a day. It asks
   * no provider itself.
   */
  'check-references': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 900,
    lane: 'quick',
  },
  /** Ends the references to bytes that became unsafe, or queues `verify-reference` for them. */
  'examine-references': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 60, lane: 'quick' },
  /**
   * Expires upload sessions and grants. Removes old grants, and staged bytes after their retention.
   */
  'sweep-uploads': {
    maxAttempts: 3,
    backoffSeconds: 10,
    leaseSeconds: 120,
    everySeconds: 60,
    lane: 'quick',
  },
  /** Lists all staged bytes page by page, and removes old ones without a session. */
  'sweep-staging': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 6 * 3600,
    lane: 'quick',
  },
  /**
   * Removes leftovers of crashed and abandoned writes, old idempotency and job records, and rows
   * that no walk through a list needs any more.
   */
  'sweep-storage': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 900,
    lane: 'quick',
  },
  /**
   * Adds and drops partitions of the audit log. Removes failed and cancelled uploads after a year,
   * most results of scans after 90 days, and paths of archives from old records of scans.
   */
  'sweep-history': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 120,
    everySeconds: 6 * 3600,
    lane: 'upkeep',
  },
  /** Removes unused bytes, in runs of bounded length. */
  'collect-blobs': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 300,
    everySeconds: 3600,
    lane: 'upkeep',
  },
  /**
   * Reads stored objects again at a low rate, the longest unread first, and compares their digests.
   */
  'verify-blobs': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 60,
    everySeconds: 300,
    lane: 'upkeep',
  },
  /** Reads a stored object once to compute the digests that other catalogs use. */
  'digest-blob': { maxAttempts: 3, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /** Queues `digest-blob` for the stored objects with missing digests. */
  'sweep-digests': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 120,
    everySeconds: 900,
    lane: 'quick',
  },
  /** Removes invalid constraints from before they were checked. Runs once after an update. */
  'align-constraints': { maxAttempts: 10, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /**
   * Copies one blob to the second store and verifies the copy, or removes the copy of a blob that
   * must not have one.
   */
  'mirror-blob': { maxAttempts: 5, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /** Queues missing copies of the second store, and checks some existing ones. */
  'sweep-mirror': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 120,
    everySeconds: 900,
    lane: 'quick',
  },
  /**
   * Removes expired OAuth records, sessions, links and guess counts, trusted publishers of ended
   * tokens and keys, and old mails, exports and addresses of reporters. Renews the signing key.
   */
  'sweep-identity': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 600,
    lane: 'quick',
  },
  /** Writes the data of one account to the store, for its owner. */
  'export-account': { maxAttempts: 5, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /**
   * Deletes the accounts whose owners requested it 30 days ago, and settles their mods and teams.
   * Also deletes accounts that own nothing and never verified their address.
   */
  'delete-accounts': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 120,
    everySeconds: 3600,
    lane: 'upkeep',
  },
  /** Creates the deliveries of new events, every two seconds until the job of the next minute. */
  'fan-out-events': {
    maxAttempts: 3,
    backoffSeconds: 5,
    leaseSeconds: 60,
    everySeconds: 60,
    lane: 'quick',
  },
  /** Sends the due deliveries of one subscription. Each delivery's row counts its own attempts. */
  'deliver-webhook': { maxAttempts: 8, backoffSeconds: 60, leaseSeconds: 60, lane: 'outbound' },
  /** Sends one message, with retries while the mail server is unavailable. */
  'send-mail': {
    maxAttempts: LIMITS.mailAttempts,
    backoffSeconds: LIMITS.mailBackoffSeconds,
    leaseSeconds: 120,
    lane: 'outbound',
  },
  /** Writes the mail of a requested link that verifies an address or resets a password. */
  'deliver-link': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /** Raises the access revisions of the users of an application that was disabled or enabled. */
  'raise-app-access': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /** Removes old deliveries and events, and queues deliveries without a job. */
  'sweep-webhooks': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 600,
    lane: 'quick',
  },
  /** Removes images that no picture uses, an hour after their last use. */
  'sweep-media': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 3600,
    lane: 'quick',
  },
} as const satisfies Readonly<Record<string, JobRow>>;

/** The kind of a job, as in its row. */
export type JobKind = keyof typeof JOBS;

/** The lanes. Each has its own concurrency per process, so that no lane waits for another. */
export const LANES = {
  /** Takes a few seconds at most: the sweepers. */
  quick: { slots: 4 },
  /**
   * Waits for a search engine, which writes the entries of concurrent jobs together: a task of
   * Meilisearch takes up to some seconds, for one entry or for many.
   */
  index: { slots: 100 },
  /** May take minutes, and a user waits for it. */
  long: { slots: 2 },
  /** Downloads from providers, up to two hours each. Separate, so that they never block uploads. */
  external: { slots: 2 },
  /** Waits for external hosts. A subscription uses one slot, briefly two. */
  outbound: { slots: 8 },
  /** May take minutes, and no user waits for it. */
  upkeep: { slots: 1 },
} as const satisfies Readonly<Record<JobRow['lane'], { readonly slots: number }>>;

/** The name of a lane. */
export type Lane = keyof typeof LANES;

/** The lanes in the order in which a process fills them. */
export const LANE_NAMES: readonly Lane[] = [
  'quick',
  'index',
  'long',
  'external',
  'outbound',
  'upkeep',
];

/** The kinds of jobs that run in a lane. */
export function kindsOf(lane: Lane): readonly JobKind[] {
  const kinds = Object.keys(JOBS) as JobKind[];
  return kinds.filter((kind) => JOBS[kind].lane === lane);
}

/** The periodic kinds, with their period in seconds. */
export const PERIODIC_JOBS: readonly (readonly [kind: JobKind, everySeconds: number])[] = (
  Object.entries(JOBS) as [JobKind, JobRow][]
).flatMap(([kind, { everySeconds }]) => (everySeconds === undefined ? [] : [[kind, everySeconds]]));
