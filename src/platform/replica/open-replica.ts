import { RegisteredError } from '../../registry/errors.js';
import { LIMITS, type StartLimits } from '../../registry/limits.js';
import { connectDatabase, type Database } from '../database/connect.js';
import { isDatabaseBusy, isSerializationFailure, isUnstorableValue } from '../database/failures.js';
import { WaitedTooLong } from '../database/lane.js';
import { hasSystemCode } from '../error-code.js';
import type { Log } from '../log.js';
import { ClientGone, isInTransaction } from '../work-scope.js';
import {
  REPLICA_READS,
  type ReadReplica,
  type ReplicaRead,
  type ReplicaUse,
} from './read-replica.port.js';
import { type ReplicaWatch, watchReplica } from './watch-replica.js';

/** The replica and the database that it should follow. */
export interface ReplicaOptions {
  readonly url: string;
  readonly primary: Database;
  readonly limits: Pick<StartLimits, 'replicaBeatSeconds' | 'replicaLagSeconds'>;
  readonly log: Log;
}

/** The SQLSTATE of a statement that exceeded its time limit. A statement may be slow by itself. */
const QUERY_CANCELED = '57014';

/** So many statements exceed their time limit on a slow replica, and none in between succeeds. */
const TIMEOUTS_MAX = 3;

/** A read was dropped because the replica is not used any more. */
class ReplicaLeft extends Error {}

type Counts = Record<ReplicaRead, { replica: number; primary: number }>;

/**
 * Opens a pool of connections to a replica, and checks it regularly. Nothing waits for the replica:
 * an unavailable one is used as soon as it responds.
 */
export function openReplica({ url, primary, limits, log }: ReplicaOptions): ReadReplica {
  const db = connectReplica(url, log, () => watch.leave());
  const running = new Set<() => void>();
  const watch = watchReplica({
    primary,
    replica: db,
    log,
    beatSeconds: limits.replicaBeatSeconds,
    lagSeconds: limits.replicaLagSeconds,
    onUnused() {
      for (const drop of running) drop();
    },
  });
  const counts = emptyCounts();
  const attempt = attempting(running, watch, log);
  return {
    async read(kind, work) {
      if (isInTransaction()) return null;
      const horizon = watch.horizon();
      const found = horizon === null ? null : await attempt(() => work(db, horizon));
      counts[kind][found === null ? 'primary' : 'replica'] += 1;
      return found;
    },
    use: (): ReplicaUse => ({
      state: watch.state(),
      lagSeconds: watch.lagSeconds(),
      reads: structuredClone(counts),
    }),
    async stop() {
      watch.stop();
      await db.$disconnect();
    },
  };
}

function connectReplica(url: string, log: Log, onLost: () => void): Database {
  return connectDatabase(url, {
    log,
    readOnly: true,
    onLost,
    applicationName: 'modport reads',
    maxConnections: LIMITS.replicaConnections,
    connectTimeoutMs: LIMITS.replicaConnectSeconds * 1000,
    statementTimeoutMs: LIMITS.replicaStatementSeconds * 1000,
  });
}

/**
 * Creates the function that tries a read. It returns null if the primary has to serve the read, and
 * leaves the replica if the failure is not of this read alone.
 */
function attempting(running: Set<() => void>, watch: ReplicaWatch, log: Log) {
  let timeouts = 0;
  return async <T>(work: () => Promise<T | null>): Promise<T | null> => {
    try {
      const found = await unlessDropped(running, work());
      // Null may mean that no statement was sent.
      if (found !== null) timeouts = 0;
      return found;
    } catch (error) {
      if (error instanceof ClientGone) throw error;
      if (error instanceof ReplicaLeft) return null;
      if (hasSystemCode(error, QUERY_CANCELED)) timeouts += 1;
      if (timeouts < TIMEOUTS_MAX && isOfOneRead(error)) return null;
      if (watch.state() === 'used')
        log.warn({ err: error, part: 'replica' }, 'a read from the replica failed');
      watch.leave();
      timeouts = 0;
      return null;
    }
  };
}

/**
 * Whether a failed read says nothing about others: its own statement is slow, its input is invalid,
 * or too many reads run at a time. A standby also ends a read that conflicts with its replay.
 */
function isOfOneRead(error: unknown): boolean {
  return (
    hasSystemCode(error, QUERY_CANCELED) ||
    error instanceof RegisteredError ||
    error instanceof WaitedTooLong ||
    isDatabaseBusy(error) ||
    isUnstorableValue(error) ||
    isSerializationFailure(error)
  );
}

function emptyCounts(): Counts {
  const counts = REPLICA_READS.map((kind) => [kind, { replica: 0, primary: 0 }] as const);
  return Object.fromEntries(counts) as Counts;
}

/** Waits for a read, but no longer than until the replica is left. */
function unlessDropped<T>(running: Set<() => void>, read: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const drop = () => reject(new ReplicaLeft());
    running.add(drop);
    read.then(resolve, reject).finally(() => running.delete(drop));
  });
}
