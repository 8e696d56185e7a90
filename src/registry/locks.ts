/**
 * The numbers of PostgreSQL's advisory locks, which all share one space per database. A number
 * never changes its meaning, because processes of two releases may run on one database.
 */
export const ADVISORY_LOCKS = {
  /** Publications take it shared; a freeze of the ranks takes it exclusively. */
  ranks: 7_270_001,
  /** Queues a periodic job once per period. */
  periodicJobs: 7_270_002,
  /** Writes search entries in PostgreSQL, one process at a time. */
  searchEntries: 7_270_003,
  /** Marks all rows as committed, once, after the database moved to another PostgreSQL cluster. */
  homeCluster: 7_270_004,
  /** Creates signing keys, one process at a time. */
  signingKeys: 7_270_011,
  /** Creates and drops partitions, one process at a time. */
  partitions: 7_270_020,
  /** Counts downloads, one run at a time. */
  downloadCounts: 7_270_028,
  /** Steps of a key rotation, one command at a time. */
  keyRotation: 7_270_035,
  /** Stores the first secret of an encryption key, one process at a time. */
  rootKeys: 7_270_036,
  /** Creates synonym groups one at a time, so that their limits hold. */
  synonymGroups: 7_270_040,
  /** One writer to Meilisearch at a time. */
  meilisearch: 7_270_041,
  /** Adds to the blocklist one entry at a time, so that its limit holds. */
  blocklist: 7_270_042,
  /** Applies migrations, one process at a time. Prisma's own CLI uses this number. */
  migrations: 72_707_369,
} as const;

/**
 * The seeds of advisory locks whose number is the hash of a text (`hashtextextended`). Texts of
 * different seeds do not share locks, except by a collision of 64-bit hashes.
 */
export const ADVISORY_LOCK_SEEDS = {
  /** For the bucket of a byte quota, so that concurrent uploads count each other. */
  byteQuotas: 0,
  /** For a SHA-256, so that transactions that store, remove or judge the same bytes take turns. */
  digests: 7_270_005,
} as const;
