import { RegisteredError } from '../registry/errors.js';
import { OPERATIONS } from '../registry/operations.js';
import type { RequestContext } from './context.js';
import { isId, lowerCaseId } from './ids.js';
import { actorColumns } from './outbox.js';

/** A write as somebody asked for it: the mutation, and as much of its arguments as is known. */
export interface AskedWrite {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Writes an audit line for a write that its caller was not allowed (any 403). It stands outside of
 * the write's transaction, which is rolled back, and the limits of requests bound how many there
 * are. The caller is told of the refusal, whether or not it could be noted.
 */
export async function noteRefusal(
  ctx: RequestContext,
  { operation, args }: AskedWrite,
  error: unknown,
): Promise<void> {
  if (ctx.viewer.kind === 'anonymous' || !isRefusal(error)) return;
  const { target, targetId } = OPERATIONS[operation] ?? { target: null, targetId: null };
  const { db, log } = ctx.platform;
  try {
    await db.auditEntry.create({
      data: {
        action: operation,
        outcome: 'refused',
        code: error.code,
        ...actorColumns(ctx),
        targetKind: target ?? 'operation',
        targetId: idAt(args, targetId),
      },
    });
  } catch (cause) {
    log.error({ err: cause, operation }, 'a refused write could not be noted');
  }
}

function isRefusal(error: unknown): error is RegisteredError {
  return error instanceof RegisteredError && error.status === 403;
}

/** The id at a path of the arguments; null for whatever else stands there. */
function idAt(args: unknown, path: string | null): string | null {
  const value = (path?.split('.') ?? []).reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<string, unknown>>)[key]
        : undefined,
    args,
  );
  // A write that is refused before it runs names its target as the client sent it.
  const id = typeof value === 'string' ? lowerCaseId(value) : '';
  return isId(id) ? id : null;
}
