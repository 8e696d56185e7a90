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
  /** Which places its runs take: see `LANES`. */
  readonly lane: 'quick' | 'long' | 'external' | 'outbound' | 'upkeep';
}

/** The kinds of work that happen off the request path. */
export const JOBS = {
  /** Reads the uploaded object once: hash, structure, antivirus (Spec 4.4, 8). */
  'scan-upload': {
    maxAttempts: LIMITS.scanAttempts,
    backoffSeconds: 15,
    leaseSeconds: 60,
    lane: 'long',
  },
  /** Reads stored objects again for new signatures and new blocked hashes, one after the other. */
  'rescan-blobs': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 60,
    everySeconds: 3600,
    lane: 'upkeep',
  },
  /** Brings the search document of a mod up to its snapshot; must be there within 15 s. */
  'index-mod': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /** Brings the documents of an author's mods up to the author's profile. */
  'refresh-author': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /** Brings the documents of mods up to what is known of the bytes that they offer. */
  'refresh-mods': { maxAttempts: 10, backoffSeconds: 1, leaseSeconds: 30, lane: 'quick' },
  /** Composes documents of mods again after a release changed the rules or a game changed. */
  'refresh-documents': {
    maxAttempts: 10,
    backoffSeconds: 1,
    leaseSeconds: 60,
    everySeconds: 300,
    lane: 'quick',
  },
  /** Judges which downloads count, and adds those to the totals. */
  'count-downloads': {
    maxAttempts: 3,
    backoffSeconds: 10,
    leaseSeconds: 60,
    everySeconds: 60,
    lane: 'quick',
  },
  /** Freezes the orders by downloads and by trend, so that a walk through them holds still. */
  'freeze-ranks': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 3600,
    lane: 'quick',
  },
  /** Fetches a file that a provider keeps, and attests to what it is. */
  'verify-reference': {
    maxAttempts: LIMITS.referenceAttempts,
    backoffSeconds: 60,
    leaseSeconds: 300,
    lane: 'external',
  },
  /** Asks the providers whether the files that are referred to are still the same. */
  'check-references': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 900,
    lane: 'quick',
  },
  /** Ends what ran out: upload sessions and grants; removes staged bytes after their hold. */
  'sweep-uploads': {
    maxAttempts: 3,
    backoffSeconds: 10,
    leaseSeconds: 120,
    everySeconds: 60,
    lane: 'quick',
  },
  /** Walks over all that is staged, page by page, and removes what no session speaks of. */
  'sweep-staging': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 6 * 3600,
    lane: 'quick',
  },
  /** Removes what crashed and abandoned writes left, old answers and old records of work. */
  'sweep-storage': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 900,
    lane: 'quick',
  },
  /** Removes bytes that nothing refers to, in runs of bounded length. */
  'collect-blobs': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 300,
    everySeconds: 3600,
    lane: 'upkeep',
  },
  /** Reads stored objects again at a low rate, the longest unread first, and compares their digests. */
  'verify-blobs': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 60,
    everySeconds: 300,
    lane: 'upkeep',
  },
  /** Reads a stored object once for the digests by which other catalogs know it. */
  'digest-blob': { maxAttempts: 3, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /** Queues the stored objects whose further digests are not known yet. */
  'sweep-digests': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 120,
    everySeconds: 900,
    lane: 'quick',
  },
  /** Removes constraints that cannot be read, once, from before they were checked. */
  'align-constraints': { maxAttempts: 10, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /** Brings the second store in line with one blob: a verified copy, or none. */
  'mirror-blob': { maxAttempts: 5, backoffSeconds: 60, leaseSeconds: 60, lane: 'upkeep' },
  /** Queues what the second store lacks, and looks whether its copies are still there. */
  'sweep-mirror': {
    maxAttempts: 3,
    backoffSeconds: 60,
    leaseSeconds: 120,
    everySeconds: 900,
    lane: 'quick',
  },
  /** Removes expired records of OAuth, sessions and counts of guesses; renews the signing key. */
  'sweep-identity': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 600,
    lane: 'quick',
  },
  /** Hands what happened to the subscriptions that may hear of it, every other second of its minute. */
  'fan-out-events': {
    maxAttempts: 3,
    backoffSeconds: 5,
    leaseSeconds: 60,
    everySeconds: 60,
    lane: 'quick',
  },
  /** Sends what is due to one subscription. How often a delivery is tried, its own row tells. */
  'deliver-webhook': { maxAttempts: 8, backoffSeconds: 60, leaseSeconds: 60, lane: 'outbound' },
  /** Sends one message; a mail server that is away is tried again. */
  'send-mail': {
    maxAttempts: LIMITS.mailAttempts,
    backoffSeconds: LIMITS.mailBackoffSeconds,
    leaseSeconds: 120,
    lane: 'outbound',
  },
  /** Removes old deliveries and events, and queues deliveries that nobody sends. */
  'sweep-webhooks': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 120,
    everySeconds: 600,
    lane: 'quick',
  },
  /** Removes images of pictures that were deleted, or refused after their images were kept. */
  'sweep-media': {
    maxAttempts: 3,
    backoffSeconds: 30,
    leaseSeconds: 300,
    everySeconds: 3600,
    lane: 'quick',
  },
} as const satisfies Readonly<Record<string, JobRow>>;

/** The kind of a job, as its row names it. */
export type JobKind = keyof typeof JOBS;

/** Jobs run in lanes, each with places of its own in a process: none waits for all of another. */
export const LANES = {
  /** Takes seconds at most: the index, the sweepers. */
  quick: { places: 4 },
  /** May take minutes, and somebody waits for it. */
  long: { places: 2 },
  /** Downloads from providers, each of up to two hours: never in the places of uploads. */
  external: { places: 2 },
  /** Waits for hosts of strangers; one subscription takes a place, two for a moment. */
  outbound: { places: 8 },
  /** May take minutes, and nobody waits for it. */
  upkeep: { places: 1 },
} as const satisfies Readonly<Record<JobRow['lane'], { readonly places: number }>>;

/** A lane, by its name. */
export type Lane = keyof typeof LANES;

/** The lanes in the order in which a process fills them. */
export const LANE_NAMES: readonly Lane[] = ['quick', 'long', 'external', 'outbound', 'upkeep'];

/** The kinds of jobs that run in a lane. */
export function kindsOf(lane: Lane): readonly JobKind[] {
  const kinds = Object.keys(JOBS) as JobKind[];
  return kinds.filter((kind) => JOBS[kind].lane === lane);
}

/** The kinds that the clock starts, with their period in seconds. */
export const PERIODIC_JOBS: readonly (readonly [kind: JobKind, everySeconds: number])[] = (
  Object.entries(JOBS) as [JobKind, JobRow][]
).flatMap(([kind, { everySeconds }]) => (everySeconds === undefined ? [] : [[kind, everySeconds]]));
