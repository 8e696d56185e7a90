import { RegisteredError } from '../registry/errors.js';
import type { RequestContext } from './context.js';
import { isId, lowerCaseId } from './ids.js';
import type { OperationFacts } from './operation-facts.js';
import { actorColumns } from './outbox.js';

/**
 * A requested write: the mutation and the known part of its arguments. Before the facade reads the
 * body, these are only the ones in the path.
 */
export interface RefusedWrite {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Writes an audit line if a write with a credential was forbidden (any 403). Ignores other errors,
 * and every error if the service writes nothing. It uses no transaction, because that of the write
 * rolls back. Rate limits bound the number of lines. The caller gets the 403 even if the audit line
 * fails.
 */
export async function recordRefusal(
  ctx: RequestContext,
  { operation, args }: RefusedWrite,
  facts: Pick<OperationFacts, 'target' | 'targetId'> | null,
  error: unknown,
): Promise<void> {
  if (ctx.viewer.kind === 'anonymous' || !isRefusal(error)) return;
  const { config, db, log } = ctx.platform;
  if (config.readOnly) return;
  try {
    await db.auditEntry.create({
      data: {
        action: operation,
        outcome: 'refused',
        code: error.code,
        ...actorColumns(ctx),
        targetKind: facts?.target ?? 'operation',
        targetId: idAt(args, facts?.targetId ?? null),
      },
    });
  } catch (cause) {
    log.error({ err: cause, operation }, 'the audit line of a refused write could not be written');
  }
}

function isRefusal(error: unknown): error is RegisteredError {
  return error instanceof RegisteredError && error.status === 403;
}

/** The id at a path of the arguments, or null if the value is no id. */
function idAt(args: unknown, path: string | null): string | null {
  const value = (path?.split('.') ?? []).reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<string, unknown>>)[key]
        : undefined,
    args,
  );
  // If the write is rejected before it runs, the id is still in the client's spelling.
  const id = typeof value === 'string' ? lowerCaseId(value) : '';
  return isId(id) ? id : null;
}
