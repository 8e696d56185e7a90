import type { Tx } from '../platform/database/connect.js';
import type { RequestContext } from './context.js';
import { transact } from './transact.js';

/**
 * Runs a write of one statement, which is atomic by itself. It opens a transaction only if it must
 * mark an idempotency key.
 */
export function writeOnce<T>(
  ctx: Pick<RequestContext, 'platform' | 'claim'>,
  write: (db: Tx) => Promise<T>,
  subjectOf: (result: T) => string | null,
  isEffect?: (result: T) => boolean,
): Promise<T> {
  return ctx.claim ? transact(ctx, write, subjectOf, isEffect) : write(ctx.platform.db);
}
