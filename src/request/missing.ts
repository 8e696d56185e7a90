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

/** The same problems for many ids of the service, by id. One statement, or none without ids. */
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
