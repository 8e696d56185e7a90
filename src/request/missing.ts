import type { Tx } from '../platform/database/connect.js';
import { type ErrorCode, problem, type RegisteredError } from '../registry/errors.js';
import type { RequestContext } from './context.js';
import { isId } from './ids.js';
import { goneObject } from './refusals.js';

/**
 * The problem for an id that the viewer cannot see (Spec 2.1). Returns `gone` if a tombstone says
 * that the object was deleted for good, else the given 404. Absent and hidden objects get the same
 * problem. Inside a transaction, pass it as `db`.
 */
export async function missing(
  ctx: RequestContext,
  id: string,
  code: ErrorCode = 'not_found',
  db: Tx = ctx.platform.db,
): Promise<RegisteredError> {
  if (!isId(id)) return problem(code);
  const tombstone = await db.tombstone.findUnique({ where: { id } });
  return tombstone ? goneObject(id) : problem(code);
}
