import type { Tx } from '../platform/database/connect.js';
import { problem } from '../registry/errors.js';

/** The claim of one request on an idempotency key while it runs the write (Spec 7.1). */
export interface IdempotencyClaim {
  readonly actor: string;
  readonly operation: string;
  readonly key: string;
  /** Unique for each run that claims the key. */
  readonly holder: string;
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
  const { count } = await tx.idempotencyRecord.updateMany({
    where: { ...claim, state: { in: ['running', 'effected'] } },
    data: { state: 'effected', ...(subjectId === null ? {} : { subjectId }) },
  });
  if (count === 0) throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
}
