import type { OperationOutcome } from '../../src/graphql/gateway.js';
import { problem } from '../../src/registry/errors.js';
import type { Runner } from '../compile-replay.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';
import type { ShapedResponse } from '../shape.js';

/** Runs an operation for a request and shapes its data. Throws the errors of `rootIn`. */
export async function run(
  request: RoutedRequest,
  runner: Runner,
  ctx: RequestContext,
  variables: Readonly<Record<string, unknown>>,
): Promise<ShapedResponse> {
  return runner.shape(rootIn(await runner.operation.run(variables, ctx), runner, request));
}

/**
 * The value of the root field. Throws the error of the operation, with its fields under their wire
 * names. Throws `not_found` if the value is null and the route's response has a body.
 */
export function rootIn(
  outcome: OperationOutcome,
  { selected }: Runner,
  { route }: Pick<RoutedRequest, 'route'>,
): unknown {
  if (outcome.error) throw route.nameFields(outcome.error);
  const root = outcome.data?.[selected.root.key];
  // The resource does not exist, or the caller may not see it.
  if (root === null && route.route.reply.shape !== 'none') throw problem('not_found');
  return root;
}
