import { problem } from '../../src/registry/errors.js';
import { contextOf, type Exchange } from '../exchange.js';
import { createFieldProblems } from '../field-problems.js';
import { headerOf } from '../headers.js';
import { argumentsInPath } from './authenticate.js';
import { checkPrecondition } from './check-precondition.js';
import { keyOf } from './idempotency.js';

/**
 * Makes all checks that need only the headers, before the body is read: the key, `If-Match`, and
 * the domain's checks of the caller and of the state that they saw. The retry of a completed write
 * has a stale `If-Match` because of its own success, so it passes and is replayed later.
 * Throws the errors of `keyOf` and `checkPrecondition`, and the refusal of the route's query.
 */
export async function checkAhead(exchange: Exchange): Promise<void> {
  const { services, req, parameters, query, route } = exchange;
  const { ahead, operationId } = route;
  if (!ahead) return;
  const key = keyOf(exchange);
  checkPrecondition(exchange);
  const problems = createFieldProblems();
  const header = (name: string) => headerOf(req, name);
  const values = route.readQuery(query, exchange.compatible, problems);
  const { ifMatch, body, file } = exchange;
  const inputs = { parameters, query: values, header, body, file, idempotencyKey: key, ifMatch };
  const variables = ahead.bind(inputs, problems);
  if (problems.list.length > 0) throw problem('invalid_input', { fields: problems.list });
  const ctx = contextOf(exchange);
  const { error } = await ahead.operation.run(variables, ctx);
  if (!error) return;
  const { gateway } = services;
  // Checked after the refusal: the write that made it stale has stored its effect by then.
  if (key !== null && (await gateway.idempotency.isKnown(ctx, operationId, key))) return;
  const args = argumentsInPath(exchange);
  await gateway.noteRefusal(ctx, { operation: operationId, args }, error);
  throw error;
}
