import type { Database } from '../database/connect.js';

/** The kinds of reads that a replica may serve. */
export const REPLICA_READS = ['documents', 'search', 'statistics'] as const;
/** One of REPLICA_READS. */
export type ReplicaRead = (typeof REPLICA_READS)[number];

/**
 * Whether a replica is read, or why not:
 * - `unknown`: it has not been compared with the primary yet.
 * - `away`: it does not respond, or not in time, or a read or a connection failed shortly before.
 * - `behind`: it lacks changes that are older than `replicaLagSeconds`.
 * - `foreign`: it is no copy of this database.
 * - `primary`: it accepts writes, for example because it was promoted.
 * - `diverged`: it follows another server than this primary.
 * - `nothing-to-follow`: the database of the service is a standby itself.
 */
export const REPLICA_STATES = [
  'used',
  'unknown',
  'away',
  'behind',
  'foreign',
  'primary',
  'diverged',
  'nothing-to-follow',
] as const;
/** One of REPLICA_STATES. */
export type ReplicaState = (typeof REPLICA_STATES)[number];

/** The use of a replica by this process. */
export interface ReplicaUse {
  readonly state: ReplicaState;
  /**
   * The age of the newest state of the primary that the replica surely has reached. Null until it
   * has reached one, and again after a failover or a fault such as `foreign` or `diverged`.
   */
  readonly lagSeconds: number | null;
  /**
   * Reads since the start that the replica served, and those that the primary served instead. Reads
   * in a transaction do not count.
   */
  readonly reads: Readonly<
    Record<ReplicaRead, { readonly replica: number; readonly primary: number }>
  >;
}

/** A streaming replica of the database, for reads that may be a few seconds old. */
export interface ReadReplica {
  /**
   * Runs a read on the replica. Returns null if the caller must read from the primary: the replica
   * is not in use, fails, or `work` returns null. In a transaction always null. Throws ClientGone
   * only.
   *
   * `horizon` is a snapshot of the primary. The replica has all transactions that are visible in
   * it.
   */
  read<T>(
    kind: ReplicaRead,
    work: (db: Database, horizon: string) => Promise<T | null>,
  ): Promise<T | null>;
  use(): ReplicaUse;
  /** Ends the checks, and closes the connections. */
  stop(): Promise<void>;
}
