import type { Tx } from '../platform/database/connect.js';
import { type ErrorCode, problem, type RegisteredError } from '../registry/errors.js';
import type { RequestContext } from './context.js';
import { isId } from './ids.js';
import { goneObject } from './refusals.js';

/**
 * Returns the problem for an id that the viewer cannot see (Spec 2.1); the caller throws it. It is
 * `gone` if a tombstone says that the object was deleted for good, and the 404 of `code` in all
 * other cases, for absent and for hidden objects. Inside a transaction, pass the transaction as
 * `db`.
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

/** The problems of `missing` for many ids, by id. The ids must be valid (`isId`). */
export async function missingAmong(
  ctx: RequestContext,
  ids: readonly string[],
  code: ErrorCode,
): Promise<ReadonlyMap<string, RegisteredError>> {
  if (ids.length === 0) return new Map();
  const where = { id: { in: [...ids] } };
  const found = await ctx.platform.db.tombstone.findMany({ where, select: { id: true } });
  const gone = new Set(found.map(({ id }) => id));
  return new Map(ids.map((id) => [id, gone.has(id) ? goneObject(id) : problem(code)]));
}
