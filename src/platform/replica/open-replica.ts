import { LIMITS, type StartLimits } from '../../registry/limits.js';
import { connectDatabase, type Database } from '../database/connect.js';
import { isDatabaseDown } from '../database/failures.js';
import { hasCode } from '../error-code.js';
import type { Log } from '../log.js';
import { ClientGone, isInTransaction } from '../work-scope.js';
import {
  REPLICA_READS,
  type ReadReplica,
  type ReplicaRead,
  type ReplicaUse,
} from './read-replica.port.js';
import { watchReplica } from './watch-replica.js';

/** The replica and the database that it should follow. */
export interface ReplicaOptions {
  readonly url: string;
  readonly primary: Database;
  readonly limits: Pick<StartLimits, 'replicaBeatSeconds' | 'replicaLagSeconds'>;
  readonly log: Log;
}

/** The SQLSTATE of a statement that exceeded its time limit. */
const QUERY_CANCELED = '57014';

/** So many statements in a row exceed their time limit on a slow replica. */
const TIMEOUTS_MAX = 3;

/** A read was dropped because the replica is not used any more. */
class ReplicaLeft extends Error {}

type Counts = Record<ReplicaRead, { replica: number; primary: number }>;

/**
 * Opens a pool of connections to a replica, and checks it regularly. Nothing waits for the replica: an
 * unavailable one is used as soon as it responds.
 */
export function openReplica({ url, primary, limits, log }: ReplicaOptions): ReadReplica {
  const db = connectDatabase(url, {
    log,
    readOnly: true,
    onLost: () => watch.leave(),
    applicationName: 'modport reads',
    maxConnections: LIMITS.replicaConnections,
    connectTimeoutMs: LIMITS.replicaConnectSeconds * 1000,
    statementTimeoutMs: LIMITS.replicaStatementSeconds * 1000,
  });
  const running = new Set<() => void>();
  const watch = watchReplica({
    ...{ primary, replica: db, log },
    beatSeconds: limits.replicaBeatSeconds,
    lagSeconds: limits.replicaLagSeconds,
    onLeave() {
      for (const drop of running) drop();
    },
  });
  const counts = emptyCounts();
  let timeouts = 0;

  async function attempt<T>(work: () => Promise<T | null>): Promise<T | null> {
    try {
      const found = await unlessDropped(running, work());
      timeouts = 0;
      return found;
    } catch (error) {
      if (error instanceof ClientGone) throw error;
      if (error instanceof ReplicaLeft) return null;
      // A statement may be slow by itself. A replica is slow if no other statement is fast.
      timeouts = hasCode(error, QUERY_CANCELED) ? timeouts + 1 : 0;
      const isSlow = timeouts >= TIMEOUTS_MAX;
      if (isSlow || (timeouts === 0 && isDatabaseDown(error))) watch.leave();
      log.debug({ err: error, part: 'replica' }, 'the primary answers a read that failed');
      return null;
    }
  }

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
