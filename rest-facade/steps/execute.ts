import { problem } from '../../src/registry/errors.js';
import type { Runner } from '../compile-replay.js';
import { contextOf, type Exchange } from '../exchange.js';
import { createFieldProblems } from '../field-problems.js';
import { headerOf } from '../headers.js';

/**
 * Turns the request into the operation's variables. Throws `invalid_input` naming every value that
 * does not fit, or what the route declares for a malformed id.
 */
export function bindVariables(exchange: Exchange): void {
  const { route, req, parameters, body, idempotencyKey, ifMatch } = exchange;
  const problems = createFieldProblems();
  const query = route.readQuery(exchange.query, exchange.compatible, problems);
  const header = (name: string) => headerOf(req, name);
  const inputs = { parameters, query, header, body, idempotencyKey, ifMatch };
  exchange.variables = route.bind(inputs, problems);
  if (problems.list.length > 0) throw problem('invalid_input', { fields: problems.list });
}

/** Runs the operation and shapes its data. Throws the registered error that it ended with. */
export async function execute(exchange: Exchange): Promise<void> {
  exchange.root = await rootOf(exchange.route, exchange.variables, exchange);
  exchange.answer = exchange.route.shape(exchange.root);
}

/** Runs an operation for a route. Throws the error that it ended with. */
export async function rootOf(
  { operation, selected }: Runner,
  variables: Readonly<Record<string, unknown>>,
  exchange: Exchange,
): Promise<unknown> {
  const outcome = await operation.run(variables, contextOf(exchange));
  if (outcome.error) throw exchange.route.nameFields(outcome.error);
  const root = outcome.data[selected.root.key];
  // A nullable root that is null: there is no such thing, or none that this caller may know of.
  if (root === null && exchange.route.route.reply.shape !== 'none') throw problem('not_found');
  return root;
}
