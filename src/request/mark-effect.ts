import type { Tx } from '../platform/database/connect.js';
import { Prisma } from '../platform/database/generated/client.js';
import { PREPARED } from '../platform/database/queries.js';
import { problem, type RegisteredError } from '../registry/errors.js';

/** The claim of one request on an idempotency key while it runs the write (Spec 7.1). */
export interface IdempotencyClaim {
  readonly actor: string;
  readonly operation: string;
  readonly key: string;
  /** Unique for each run that claims the key. */
  readonly holder: string;
  /** Set after the commit of an effect that marked the key. */
  isEffected?: true;
}

/**
 * Records in the write's own transaction that the write took effect, so that both commit or
 * neither. The statement also compares the holder. If the lease expired and another request holds
 * the key, this throws `idempotency_in_progress` and the write rolls back.
 */
export async function markEffect(
  tx: Tx,
  claim: IdempotencyClaim,
  subjectId: string | null,
): Promise<void> {
  const count = await tx.$executeRaw`${PREPARED} ${marking(claim, subjectId)}`;
  if (count === 0) throw keyLost();
}

/**
 * The update of `markEffect`, for a statement that also does the write. Without a claim it updates
 * no row; with one it updates none if another request holds the key. The statement must then write
 * nothing else.
 */
export function marking(claim: IdempotencyClaim | null, subjectId: string | null): Prisma.Sql {
  return Prisma.sql`update idempotency_records
    set state = 'effected', subject_id = coalesce(${subjectId}::uuid, subject_id)
    where ${heldBy(claim)} and state in ('running', 'effected')`;
}

/** The condition for the record of a claim; for no record without a claim. */
export function heldBy(claim: IdempotencyClaim | null): Prisma.Sql {
  const { actor = null, operation = null, key = null, holder = null } = claim ?? {};
  return Prisma.sql`actor = ${actor} and operation = ${operation} and key = ${key}
    and holder = ${holder}::uuid`;
}

/** The refusal of a write whose key another request took. */
export function keyLost(): RegisteredError {
  return problem('idempotency_in_progress', { retryAfterSeconds: 1 });
}
