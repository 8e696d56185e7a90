import type { Gateway } from '../../src/graphql/gateway.js';
import { problem } from '../../src/registry/errors.js';
import type { CompiledAhead } from '../compile-ahead.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';
import { argumentsInPath } from './caller.js';
import { inputsOf, NO_BODY, readKey, readPrecondition } from './input.js';

/**
 * Makes all checks that need no body, before it is read: the key, `If-Match`, the ids in the path,
 * and the route's query. If the query refuses the retry of a completed write, for example because
 * its own success made `If-Match` stale, the retry passes and is replayed later. The audit log
 * records any other refusal by the query if its status is 403 (`noteRefusal`).
 * Throws the errors of `readKey` and `readPrecondition`, `invalid_input`, and the refusal of the
 * route's query.
 */
export async function checkAhead(
  gateway: Gateway,
  request: RoutedRequest,
  ctx: RequestContext,
  { bind, operation }: CompiledAhead,
): Promise<void> {
  const key = readKey(request);
  const ifMatch = readPrecondition(request);
  const { variables, problems } = bind(inputsOf(request, NO_BODY, { key, ifMatch }));
  if (problems.length > 0) throw problem('invalid_input', { fields: problems });
  const { error } = await operation.run(variables, ctx);
  if (!error) return;
  const { operationId } = request.route;
  // Checked after the refusal: the write that made `If-Match` stale has stored its effect by then.
  if (key !== null && (await gateway.idempotency.isKnown(ctx, operationId, key))) return;
  const args = argumentsInPath(request);
  await gateway.noteRefusal(ctx, { operation: operationId, args }, error);
  throw error;
}
