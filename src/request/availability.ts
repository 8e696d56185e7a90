import { type Database, loadOf } from '../platform/database/connect.js';
import type { Platform } from '../platform/platform.js';
import { problem, type RegisteredError } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { readOnlyProblem } from '../registry/read-only.js';

/**
 * Throws `service_unavailable` if the service refuses changes (`READ_ONLY=on`). PostgreSQL then
 * also refuses every write; this check comes before effects outside of PostgreSQL.
 */
export function requireWritable({ config }: Pick<Platform, 'config'>): void {
  if (config.readOnly) throw readOnlyProblem();
}

/** `service_unavailable` if too many requests wait for database connections, otherwise null. */
export function overloadOf(db: Database): RegisteredError | null {
  return crowdOf(db, LIMITS.databaseQueueAdmits);
}

/**
 * Call this before a change. Throws `service_unavailable` if many requests wait for database
 * connections. The limit is lower than that of `overloadOf`, so reads and downloads go on.
 */
export function requireRoomForChange(db: Database): void {
  const crowd = crowdOf(db, LIMITS.databaseQueueAdmitsChanges);
  if (crowd) throw crowd;
}

function crowdOf(db: Database, admitted: number): RegisteredError | null {
  const waiting = loadOf(db)?.requests.callers ?? 0;
  if (waiting < admitted) return null;
  const log = `${waiting} requests wait for a database connection`;
  return problem('service_unavailable', { retryAfterSeconds: LIMITS.crowdedRetrySeconds, log });
}
