import type { RequestHandler } from 'express';
import { type Database, loadOf } from './platform/database/connect.js';
import { problem } from './registry/errors.js';
import { LIMITS } from './registry/limits.js';

/**
 * Refuses a request before it begins while too many requests wait for database connections: requests
 * that are in work then end in time. A request counts once, however many statements of it wait.
 * Throws `service_unavailable`.
 */
export function refuseWhenCrowded(db: Database): RequestHandler {
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
