import { isSerializationFailure } from '../platform/database/failures.js';
import type { RequestContext } from './context.js';
import { withinTransaction } from './within-transaction.js';

/** How often a rehearsal is begun that lost against concurrent writes through no fault of its own. */
const ATTEMPTS = 3;

/** Ends a transaction that has told what it was begun for. It is no error and never shown as one. */
class Rehearsed extends Error {}

/**
 * Runs verbs for what they answer and takes all of it back: the very code of the write is asked
 * what it would do, so that no second description of it can differ. Rows are locked as by the write
 * until it ends; nothing is left behind, no job is queued and no event is told.
 * Throws what the verbs throw.
 */
export async function rehearse<T>(
  ctx: RequestContext,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let told: { readonly result: T } | null = null;
    try {
      await ctx.platform.db.$transaction(async (tx) => {
        told = { result: await work(withinTransaction(ctx, tx)) };
        throw new Rehearsed();
      });
    } catch (error) {
      if (error instanceof Rehearsed && told) return resultOf<T>(told);
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

/** The compiler does not see that the transaction has set it. */
function resultOf<T>({ result }: { readonly result: T }): T {
  return result;
}
