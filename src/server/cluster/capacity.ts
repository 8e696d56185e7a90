import { connectionsOf } from '../../platform/database/lanes.js';
import { LIMITS } from '../../registry/limits.js';

/** Each process listens for changes on one more connection. */
const CHANGES = 1;

/** With Redis, each process reads the due jobs on one more connection, to send hints for them. */
const HINTS = 1;

/** Operator commands, the start of the primary process, and those that PostgreSQL reserves. */
const OTHERS = 30;

/**
 * The database connections for requests in each of `servers` processes: its share of
 * `databaseConnectionsShared`, at most `databaseConnections`. But each process has at least as many
 * as one request may use, even if their sum is then larger.
 */
export function requestConnectionsOf(servers: number): number {
  const share = Math.floor(LIMITS.databaseConnectionsShared / servers);
  const least = LIMITS.databaseConnectionsPerRequest;
  return Math.max(least, Math.min(LIMITS.databaseConnections, share));
}

/**
 * The highest number of database connections that `servers` server processes open together, with
 * those of the job process if `hasJobs`.
 */
export function connectionsOfAll(servers: number, hasJobs: boolean): number {
  const { databaseConnectionsHealth: health, databaseConnectionsPerRequest: least } = LIMITS;
  const ofServer = requestConnectionsOf(servers) + health + CHANGES + HINTS;
  return servers * ofServer + (hasJobs ? connectionsOf(least) + CHANGES : 0);
}

/** The connections that the embedded PostgreSQL allows for these processes and for commands. */
export function embeddedConnectionsOf(servers: number): number {
  return connectionsOfAll(servers, true) + OTHERS;
}
