import { problem } from '../../src/registry/errors.js';
import { contextOf, type Exchange } from '../exchange.js';
import { createFieldProblems } from '../field-problems.js';
import { headerOf } from '../headers.js';
import { argumentsInPath } from './authenticate.js';
import { checkPrecondition } from './check-precondition.js';
import { keyOf } from './idempotency.js';

/**
 * Refuses a request by all that its head tells, before its body is read: its key,
 * its `If-Match`, and what the domain says of who asks and of the state that they saw. A write that
 * took effect before has made its own `If-Match` stale: its repeat is let pass, and answered later.
 * Throws what `keyOf` and `checkPrecondition` throw, and what the route's query ahead is refused with.
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
  // Asked after the refusal: a write that made it stale has noted its effect by then.
  if (key !== null && (await gateway.idempotency.isKnown(ctx, operationId, key))) return;
  const args = argumentsInPath(exchange);
  await gateway.noteRefusal(ctx, { operation: operationId, args }, error);
  throw error;
}
