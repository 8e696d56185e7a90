import type { OperationOutcome } from '../../src/graphql/gateway.js';
import { problem } from '../../src/registry/errors.js';
import type { Runner } from '../compile-replay.js';
import { matchesEtag, weakEtag } from '../public-response.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';
import type { ShapedResponse } from '../shape.js';

/** The result of the steps of a request. */
export type Result =
  /** A response for this caller alone. */
  | { readonly kind: 'private'; readonly response: ShapedResponse }
  /** A response that shared caches may store. Its ETag is null if only its content gives one. */
  | { readonly kind: 'shared'; readonly response: ShapedResponse; readonly etag: string | null }
  /** The caller already has the response with this ETag. */
  | { readonly kind: 'unchanged'; readonly etag: string };

/**
 * Runs the operation of a GET and shapes its data. A shared read ends early if the caller has its
 * response (Spec 4.1). Throws the registered error of the operation.
 */
export async function runRead(
  request: RoutedRequest,
  ctx: RequestContext,
  variables: Readonly<Record<string, unknown>>,
): Promise<Result> {
  const { route, req, isShared } = request;
  if (!isShared) return { kind: 'private', response: await run(request, route, ctx, variables) };
  const holds = (validator: string) => matchesEtag(req, weakEtag(validator));
  const outcome = await route.operation.runConditional(variables, ctx, holds);
  if ('unchanged' in outcome) return { kind: 'unchanged', etag: weakEtag(outcome.validator) };
  const response = route.shape(rootIn(outcome, route, request));
  const etag = outcome.validator === null ? null : weakEtag(outcome.validator);
  return { kind: 'shared', response, etag };
}

/** Runs any operation for a request and shapes its data. Throws its registered error. */
export async function run(
  request: RoutedRequest,
  runner: Runner,
  ctx: RequestContext,
  variables: Readonly<Record<string, unknown>>,
): Promise<ShapedResponse> {
  return runner.shape(rootIn(await runner.operation.run(variables, ctx), runner, request));
}

/** The value of the root field. Throws the error of the operation, under its wire names. */
function rootIn(
  outcome: OperationOutcome,
  { selected }: Runner,
  { route }: RoutedRequest,
): unknown {
  if (outcome.error) throw route.nameFields(outcome.error);
  const root = outcome.data?.[selected.root.key];
  // A nullable root that is null: the resource does not exist, or the caller may not see it.
  if (root === null && route.route.reply.shape !== 'none') throw problem('not_found');
  return root;
}
