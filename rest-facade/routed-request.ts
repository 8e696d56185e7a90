import type { IncomingMessage } from 'node:http';
import type { Gateway, RequestFacts } from '../src/graphql/gateway.js';
import type { RequestSource } from '../src/platform/http/request-source.js';
import type { CompiledRoute } from './compile-route.js';
import { headerOf, localeOf } from './headers.js';
import { isAnonymous } from './public-response.js';
import type { ParsedQuery } from './query.js';
import { pathOf } from './shown-path.js';
import { requestIdOf, traceIdOf } from './trace.js';

/** The context in which the operations of a request run. */
export type RequestContext = Awaited<ReturnType<Gateway['open']>>;

/** A request with its route: everything that the request line and the headers state. */
export interface RoutedRequest {
  readonly route: CompiledRoute;
  /** For its headers, its body and its connection. */
  readonly req: IncomingMessage;
  readonly facts: RequestFacts;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: ParsedQuery;
  /**
   * Whether shared caches may store the response: an anonymous read of a public route (Spec 4.1,
   * caching).
   */
  readonly isShared: boolean;
}

/** The result of matching an HTTP request against the routes. */
export interface RouteMatch {
  readonly route: CompiledRoute;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the path is in the namespace that also accepts former parameter names. */
  readonly compatible: boolean;
}

/**
 * Reads the request line and the headers of a matched request, and parses the query string.
 * Never throws: `query.problems` lists the faults of the query.
 */
export function routedRequest(
  req: IncomingMessage,
  client: RequestClient,
  { route, parameters, compatible }: RouteMatch,
): RoutedRequest {
  const url = req.url ?? '';
  const mark = url.indexOf('?');
  return {
    route,
    req,
    facts: factsOf(req, client, route.route.audience),
    parameters,
    query: route.parseQuery(mark < 0 ? '' : url.slice(mark + 1), compatible),
    isShared: route.route.cache === 'public' && isAnonymous(req),
  };
}

/** The facts that the server knows of the client of a request. */
export interface RequestClient {
  /** The client's network address, as the trusted proxies state it. */
  readonly address: string;
  readonly source?: RequestSource;
}

/** The facts that a request states about itself, before authentication. */
export function factsOf(
  req: IncomingMessage,
  client: RequestClient,
  audience?: RequestFacts['audience'],
): RequestFacts {
  return {
    id: requestIdOf(req),
    get traceId() {
      return traceIdOf(req);
    },
    method: req.method ?? 'GET',
    // Computed on demand, because only logs and problems show it.
    get path() {
      return pathOf(req);
    },
    ...client,
    audience,
    authorization: req.headers.authorization,
    locale: localeOf(headerOf(req, 'accept-language')),
  };
}
