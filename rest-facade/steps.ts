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

/** One step of every request, in order; `answered` skips to the end. */
export type Step = (
  exchange: Exchange,
) => undefined | 'answered' | Promise<undefined | 'answered'> | void | Promise<void>;

/**
 * The steps of every request, in this order. trace.ts named the request before, so even an unknown
 * address gets a response with its id. Cheap steps and frequent refusals come first: an invalid
 * identity uses up no limit, and a request over the limit does no further work. The body of a
 * forbidden request is not read, and a replay comes before the preconditions.
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
 * Runs the steps and sends the response. A read stops its database work when its client
 * disconnects. A write that has begun runs to its end, because its key must be settled. Throws the
 * refusal of a step.
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
