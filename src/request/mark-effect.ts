import type { Tx } from '../platform/database/connect.js';
import { problem } from '../registry/errors.js';

/** A key as one request holds it, while it runs the write that the key stands for (Spec 7.1). */
export interface IdempotencyClaim {
  readonly actor: string;
  readonly operation: string;
  readonly key: string;
  /** Tells this run from every other that has, had or will have the key. */
  readonly holder: string;
}

/**
 * Notes in a write's own transaction that the write took effect: both are committed, or neither.
 * The holder is compared as well. A request that was slower than its lease finds its key in other
 * hands, and its effect is rolled back with the error that this throws: `idempotency_in_progress`.
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
