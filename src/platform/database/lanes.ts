import type pg from 'pg';
import { LIMITS } from '../../registry/limits.js';
import { isInTransaction, runInTransaction, scopeNow, type WorkScope } from '../work-scope.js';
import type { Database } from './connect.js';
import { Prisma } from './generated/client.js';
import { createLane, type Lane, type LaneCounts } from './lane.js';

/** The lanes of a pool, by the kind of work. */
export type Lanes = Readonly<Record<WorkScope['lane'], Lane>>;

/** The current load of all lanes of a pool. */
export type DatabaseLoad = Readonly<Record<WorkScope['lane'], LaneCounts>>;

/** The number of connections of all lanes, given that of the requests lane. */
export function connectionsOf(requests: number): number {
  return requests + LIMITS.databaseConnectionsJobs + LIMITS.databaseConnectionsHealth;
}

/** Creates the lanes for a pool of `connectionsOf(requests)`. */
export function createLanes(requests: number, patienceMs: number): Lanes {
  const waiting = LIMITS.databaseQueue;
  const lane = (connections: number, perCaller = connections) =>
    createLane({ connections, perCaller, waiting, patienceMs });
  return {
    requests: lane(requests, LIMITS.databaseConnectionsPerRequest),
    jobs: lane(LIMITS.databaseConnectionsJobs),
    health: lane(LIMITS.databaseConnectionsHealth),
  };
}

/**
 * Makes each caller of a pool wait in the lane of its scope. The pool has one connection for each
 * slot of each lane, so nothing waits in the pool itself.
 */
export function admitByLane(pool: pg.Pool, lanes: Lanes): void {
  const releases = new WeakMap<pg.PoolClient, () => void>();
  pool.on('release', (_error: Error, client: pg.PoolClient) => {
    releases.get(client)?.();
    releases.delete(client);
  });
  const connect = pool.connect.bind(pool);
  const checkOut = async (): Promise<pg.PoolClient> => {
    const scope = scopeNow();
    const release = await lanes[scope.lane].take(scope);
    try {
      const client = await connect();
      releases.set(client, release);
      return client;
    } catch (error) {
      release();
      throw error;
    }
  };
  // The pool itself calls it with a callback, for single statements.
  pool.connect = new Proxy(pool.connect, {
    apply(_connect, _self, [callback]: [unknown?]) {
      const client = checkOut();
      if (typeof callback !== 'function') return client;
      client.then(
        (found) => callback(undefined, found, found.release),
        (error: unknown) => callback(error, undefined, () => undefined),
      );
      return undefined;
    },
  });
}

/** The members of a database that take a connection, other than `$transaction`. */
const CONNECTING: ReadonlySet<string | symbol> = new Set([
  '$queryRaw',
  '$queryRawUnsafe',
  '$queryRawTyped',
  '$executeRaw',
  '$executeRawUnsafe',
  ...Object.values(Prisma.ModelName).map((name) => name[0]?.toLowerCase() + name.slice(1)),
]);

/**
 * Makes a transaction callback fail at once if it uses the database itself. It would wait for a
 * second connection while it holds one. Enough such callbacks at once block the whole lane. Such
 * code is a bug: it must use the transaction, or run after it.
 */
export function refuseSecondConnection(db: Database): Database {
  const transact = (first: unknown, ...rest: unknown[]): unknown => {
    const work =
      typeof first === 'function'
        ? (tx: unknown) => runInTransaction(async () => Reflect.apply(first, undefined, [tx]))
        : first;
    return Reflect.apply(db.$transaction, db, [work, ...rest]);
  };
  return new Proxy(db, {
    get(target, name) {
      const isTransaction = name === '$transaction';
      if ((isTransaction || CONNECTING.has(name)) && isInTransaction()) {
        throw new SecondConnection(String(name));
      }
      if (isTransaction) return transact;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Thrown if a transaction callback requests a second connection. */
class SecondConnection extends Error {
  override readonly name = 'SecondConnection';
  constructor(member: string) {
    super(`db.${member} inside of a transaction needs a second connection; use the transaction`);
  }
}
