import type { IncomingMessage, ServerResponse } from 'node:http';
import { shownPath } from '../../rest-facade/shown-path.js';
import { addressOf, joinTrace } from '../../rest-facade/trace.js';
import { isOauthEndpoint } from '../auth/issuer/index.js';
import type { Span, Tracer } from '../platform/tracing/tracing.js';
import { mountedRouteOf } from './mount.js';
import { OPERATORS, routeOf } from './observe.js';

/** Any other method is text that a client chose, so no span gets it as a name. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
]);

/** The tracer of requests, and the callers whose traces continue. */
interface RequestTracing {
  readonly tracer: Tracer;
  /** Whether the peer of a request is a proxy of the operator. */
  readonly trustsPeer: (req: IncomingMessage) => boolean;
}

/**
 * Serves a request in a span, which ends with the response. Requests for `OPERATORS` get no span.
 * The span continues the `traceparent` of a trusted proxy. That of any other client is only linked,
 * because such a client could otherwise force its traces to be sent.
 */
export function traceRequest(
  { tracer, trustsPeer }: RequestTracing,
  req: IncomingMessage,
  res: ServerResponse,
  serve: () => void,
): void {
  const target = req.url ?? '/';
  const [path = '/'] = target.split('?', 1);
  if (OPERATORS.has(path)) {
    tracer.within(null, serve);
    return;
  }
  const method = METHODS.has(req.method ?? '') ? (req.method ?? '') : '_OTHER';
  const { traceparent } = req.headers;
  const caller = typeof traceparent === 'string' ? traceparent : null;
  const origin = trustsPeer(req) ? { parent: caller } : { parent: null, linked: caller };
  const span = tracer.start({ name: method, kind: 'server', ...origin });
  joinTrace(req, span.traceId);
  if (span.isSampled) {
    span.set({
      'http.request.method': method,
      'network.protocol.version': req.httpVersion,
    });
  }
  res.on('close', () => {
    if (span.isSampled) describe(span, { method, path }, req, res);
    span.end();
  });
  tracer.within(span, serve);
}

function describe(
  span: Span,
  { method, path }: { readonly method: string; readonly path: string },
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const route = addressOf(req) ?? expressRouteOf(req, path);
  if (route !== null) {
    span.rename(`${method} ${route}`);
    span.set({ 'http.route': route });
  } else {
    span.set({ 'url.path': spanPath(path) });
  }
  // The connection broke before there was a response.
  if (!res.headersSent) {
    span.fail('aborted');
    return;
  }
  span.set({ 'http.response.status_code': res.statusCode });
  if (res.statusCode >= 500) span.fail(String(res.statusCode));
}

/**
 * The route of a request that the facade did not serve. It is an endpoint of OAuth, or the path of
 * a route of Express after that of its router. For signed URLs it is the path of their store.
 */
function expressRouteOf(req: IncomingMessage, path: string): string | null {
  if (isOauthEndpoint(path)) return path.replace(/\/$/, '');
  const known = routeOf(path);
  return mountedRouteOf(req) ?? (known === null ? null : `/${known}`);
}

/**
 * Words of lower case, which name pages. Tokens, ids and addresses of mail have other characters.
 */
const PLAIN = /^(?:[a-z]{1,20}(?:[.-][a-z]{1,20}){0,3})?$/;

/** The path of an address without a route, without any segment that may be a secret. */
function spanPath(path: string): string {
  return shownPath(path)
    .split('/')
    .map((segment) => (PLAIN.test(segment) ? segment : '[hidden]'))
    .join('/');
}
