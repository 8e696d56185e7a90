import { isSerializationFailure } from '../platform/database/failures.js';
import type { RequestContext } from './context.js';
import { withinTransaction } from './transact.js';

const ATTEMPTS = 3;

/**
 * Rolls back the transaction of a dry run after its result is known. It is not an error and never
 * reaches a client.
 */
class DryRunEnded extends Error {}

/**
 * Runs verbs as a dry run: returns their result and rolls everything back. It runs the code of the
 * write itself, so no second description of the write can differ. It locks rows like the write
 * until it ends. It queues no job and writes no event. After a serialization failure it runs
 * `work` again, at most three times in all. Throws what the verbs throw.
 */
export async function asDryRun<T>(
  ctx: RequestContext,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let outcome: { readonly result: T } | null = null;
    try {
      await ctx.platform.db.$transaction(async (tx) => {
        outcome = { result: await work(withinTransaction(ctx, tx)) };
        throw new DryRunEnded();
      });
    } catch (error) {
      if (error instanceof DryRunEnded && outcome) return resultOf<T>(outcome);
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

/** The compiler does not see that the transaction assigned it. */
function resultOf<T>({ result }: { readonly result: T }): T {
  return result;
}
