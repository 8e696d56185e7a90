import type pg from 'pg';
import { LIMITS } from '../../registry/limits.js';
import { scopeNow, type WorkScope } from '../work-scope.js';
import { createLane, type Lane, type LaneCounts } from './lane.js';

/** The lanes of a pool, by the kind of work. */
export type Lanes = Readonly<Record<WorkScope['lane'], Lane>>;

/** The current load of all lanes of a pool. */
export type DatabaseLoad = Readonly<Record<WorkScope['lane'], LaneCounts>>;

/** The number of connections of all lanes, given that of the requests lane. */
export function connectionsOf(requests: number): number {
  return requests + LIMITS.databaseConnectionsJobs + LIMITS.databaseConnectionsHealth;
}

/**
 * Creates the lanes for a pool of `connectionsOf(requests)`. A wait ends after `patienceMs`. One
 * request may use at most `LIMITS.databaseConnectionsPerRequest` connections at a time; one job or
 * check may use all of its lane.
 */
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
 * Makes each caller of a pool wait in the lane of its scope. Without a scope, a statement waits in
 * the lane of requests (`scopeNow`). The pool has one connection for each slot of each lane, so
 * nothing waits in the pool itself.
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
