import type { Tx } from '../platform/database/connect.js';
import { type ErrorCode, problem, type RegisteredError } from '../registry/errors.js';
import type { RequestContext } from './context.js';
import { isId } from './ids.js';

/**
 * The answer for an id that names nothing this viewer may know of: `gone` where it was deleted for
 * good, else the given 404 (Spec 2.1). The same for what does not exist and for what is hidden.
 * A transaction passes itself as `db`.
 */
export async function missing(
  ctx: RequestContext,
  id: string,
  code: ErrorCode = 'not_found',
  db: Tx = ctx.platform.db,
): Promise<RegisteredError> {
  if (!isId(id)) return problem(code);
  const tombstone = await db.tombstone.findUnique({ where: { id } });
  return problem(tombstone ? 'gone' : code);
}
