import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';
import type { ReplicaState } from './read-replica.port.js';

/** The identity of a database: its cluster, and itself within the cluster. */
interface Identity {
  readonly cluster: string;
  readonly database: string;
  /**
   * Each promotion of a standby begins the next timeline. 0 for a primary that is a standby itself.
   */
  readonly timeline: number;
}

/** The current state of the primary. */
export interface PrimaryFacts extends Identity {
  /** The transactions that are visible, as `xmin:xmax:xip`. */
  readonly snapshot: string;
  /**
   * The position of the end of the log, after all transactions of the snapshot. Null if the
   * database is a standby itself.
   */
  readonly lsn: string | null;
}

/** The current state of a replica. */
export interface ReplicaFacts extends Identity {
  readonly isStandby: boolean;
  /**
   * The position up to which the server has applied the log. Null if it started without recovery.
   * A promoted standby keeps it until its next restart, so check `isStandby`.
   */
  readonly lsn: string | null;
}

/** A copy of the files of a cluster, which a standby is, keeps these numbers. */
const IDENTITY = Prisma.sql`
  (select system_identifier::text from pg_control_system()) as cluster,
  (select oid::text from pg_database where datname = current_database()) as database`;

/** Reads the state of the primary. The position is read after the snapshot was taken. */
export async function readPrimary(db: Database): Promise<PrimaryFacts> {
  const [facts] = await db.$queryRaw<PrimaryFacts[]>`
    select ${IDENTITY}, pg_current_snapshot()::text as snapshot,
      case when not pg_is_in_recovery() then pg_current_wal_insert_lsn()::text end as lsn,
      case when pg_is_in_recovery() then 0
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;
  if (!facts) throw new Error('the primary returned no row');
  return facts;
}

/**
 * Reads the state of a replica. The last restart point gives the timeline, up to some minutes
 * late, if no receiver runs or the role lacks `pg_monitor`.
 */
export async function readReplica(db: Database): Promise<ReplicaFacts> {
  const [facts] = await db.$queryRaw<ReplicaFacts[]>`
    select ${IDENTITY}, pg_is_in_recovery() as "isStandby",
      pg_last_wal_replay_lsn()::text as lsn,
      coalesce((select received_tli from pg_stat_wal_receiver),
        (select timeline_id from pg_control_checkpoint())) as timeline`;
  if (!facts) throw new Error('the replica returned no row');
  return facts;
}

/** Whether two reports are of one primary without a failover in between. */
export function isSamePrimary(one: PrimaryFacts, other: PrimaryFacts): boolean {
  return (
    one.cluster === other.cluster &&
    one.database === other.database &&
    one.timeline === other.timeline
  );
}

/**
 * Why a replica must not be read, regardless of what it has applied; null if it follows this
 * primary.
 */
export function faultOf(primary: PrimaryFacts, replica: ReplicaFacts): ReplicaState | null {
  if (primary.lsn === null) return 'nothing-to-follow';
  const isCopy = replica.cluster === primary.cluster && replica.database === primary.database;
  if (!isCopy) return 'foreign';
  if (!replica.isStandby) return 'primary';
  return replica.timeline === primary.timeline ? null : 'diverged';
}
