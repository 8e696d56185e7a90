import type { Gateway } from '../../src/graphql/gateway.js';
import { quotaHeaders } from '../../src/platform/http/headers.js';
import { problem } from '../../src/registry/errors.js';
import { identifiesClient } from '../client-identity.js';
import { headerOf } from '../headers.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';

/**
 * Opens the context of a request for its caller. A write with a credential must identify its client
 * (Spec 5.5). If the credential is required, this is checked first, so an unidentified client
 * learns nothing and uses up no limit. If it is optional, the credential is checked first: an
 * invalid one is 401 in every case (Spec 4.2), never an anonymous caller.
 * Throws `invalid_client_identity`, and the errors of `Gateway.open`.
 */
export async function openCaller(
  gateway: Gateway,
  request: RoutedRequest,
): Promise<RequestContext> {
  const { operation, rule } = request.route;
  const isWrite = operation.kind === 'mutation';
  if (isWrite && rule.access === 'required') requireIdentity(request);
  const ctx = await gateway.open(request.facts);
  if (isWrite) requireClient(request, ctx);
  return ctx;
}

/**
 * Requires that a write with a credential identifies its client (Spec 5.5). With an OAuth token, an
 * `X-Service-Client` must be its `client_id`. Throws `invalid_client_identity`.
 */
export function requireClient(request: RoutedRequest, ctx: RequestContext): void {
  requireIdentity(request);
  requireSameClient(request, ctx);
}

function requireIdentity({ req, facts: { authorization } }: RoutedRequest): void {
  if (authorization === undefined) return;
  const identified = identifiesClient({
    authorization,
    userAgent: headerOf(req, 'user-agent'),
    client: headerOf(req, 'x-service-client'),
    clientVersion: headerOf(req, 'x-service-client-version'),
  });
  if (!identified) throw problem('invalid_client_identity');
}

/**
 * An OAuth token states its own `client_id`. An `X-Service-Client` of the same request must not
 * differ from it (Spec 5.5).
 */
function requireSameClient({ req }: RoutedRequest, { viewer }: RequestContext): void {
  const named = headerOf(req, 'x-service-client');
  const clientId = viewer.kind === 'user' ? viewer.credential.clientId : null;
  if (named === undefined || clientId === null) return;
  if (clientId !== named) throw problem('invalid_client_identity');
}

/**
 * Counts the request in the buckets of its classes. Returns the headers with the remaining quota
 * (Spec 7.1, 8). A HEAD counts, and so does a retry of a write.
 * Throws `rate_limited`.
 */
export async function admitCaller(
  gateway: Gateway,
  { route, query }: RoutedRequest,
  ctx: RequestContext,
): Promise<Readonly<Record<string, string>>> {
  return quotaHeaders(await gateway.admit(ctx, route.costOf(query.values)));
}

/**
 * Checks the caller's access; the audit log records a refused write. Throws `unauthorized`,
 * `insufficient_scope`.
 */
export async function authorizeCaller(
  gateway: Gateway,
  request: RoutedRequest,
  ctx: RequestContext,
): Promise<void> {
  const { operation, operationId, rule } = request.route;
  const isWrite = operation.kind === 'mutation';
  const write = isWrite ? { operation: operationId, args: argumentsInPath(request) } : null;
  await gateway.authorize(ctx, rule.guard, write);
}

/** The arguments in the path, for the audit log: the body of a forbidden request is not read. */
export function argumentsInPath({ route, parameters }: RoutedRequest): Record<string, unknown> {
  return Object.fromEntries(
    route.pathVariables.map(({ name, parameter }) => [name, parameters[parameter]]),
  );
}
