import { inScope } from '../src/platform/work-scope.js';
import type { Exchange } from './exchange.js';
import { goneSignalOf } from './gone-signal.js';
import { admit } from './steps/admit.js';
import { authenticate, authorize } from './steps/authenticate.js';
import { checkAhead } from './steps/check-ahead.js';
import { checkIdentity, matchIdentity } from './steps/check-identity.js';
import { checkPrecondition } from './steps/check-precondition.js';
import { bindVariables, execute } from './steps/execute.js';
import { releaseClaim, rememberReply, replayIdempotent } from './steps/idempotency.js';
import { readBody } from './steps/read-body.js';
import { send } from './steps/send.js';

/** One thing that happens to every request, in its turn; `answered` skips to the end. */
export type Step = (
  exchange: Exchange,
) => undefined | 'answered' | Promise<undefined | 'answered'> | void | Promise<void>;

/**
 * What happens to every request, in this order. The request was named before (trace.ts), so that
 * even an unknown address is answered with its id. What costs little or refuses much comes first:
 * a wrong identity spends nothing of a limit, and past the limit nothing is done for anybody.
 * Nothing is read for a caller who may not ask, and a replay comes before the preconditions.
 */
export const STEPS: readonly Step[] = [
  checkIdentity,
  authenticate,
  matchIdentity,
  admit,
  authorize,
  checkAhead,
  readBody,
  replayIdempotent,
  checkPrecondition,
  bindVariables,
  execute,
  rememberReply,
];

/**
 * Takes a request through the steps and sends the response. Reads stop asking the database when their
 * client has gone; a write that has begun goes on to its end, as its key has to be settled. Throws
 * what a step refuses it with.
 */
export function run(exchange: Exchange): Promise<void> {
  const { operation, replay } = exchange.route;
  const isRead = operation.kind === 'query' && replay === null;
  const gone = isRead ? goneSignalOf(exchange.req) : null;
  return inScope({ lane: 'requests', gone }, () => runSteps(exchange));
}

async function runSteps(exchange: Exchange): Promise<void> {
  try {
    for (const step of STEPS) {
      if ((await step(exchange)) === 'answered') break;
    }
  } catch (error) {
    await releaseClaim(exchange, error);
    throw error;
  } finally {
    await exchange.file?.close();
  }
  send(exchange);
}
