import type { RequestHandler } from 'express';
import { type Database, loadOf } from '../platform/database/connect.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';

/**
 * Rejects a request before it starts, if too many requests wait for database connections, so that
 * running requests can finish. A request counts once, whatever the number of its waiting
 * statements. Throws `service_unavailable`.
 */
export function refuseWhenOverloaded(db: Database): RequestHandler {
  return (_req, _res, next) => {
    const waiting = loadOf(db)?.requests.callers ?? 0;
    if (waiting < LIMITS.databaseQueueAdmits) {
      next();
      return;
    }
    const log = `${waiting} requests wait for a database connection`;
    throw problem('service_unavailable', { retryAfterSeconds: LIMITS.crowdedRetrySeconds, log });
  };
}
