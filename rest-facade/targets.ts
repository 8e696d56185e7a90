import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from '../src/graphql/gateway.js';
import { onceFor } from '../src/platform/concurrency.js';
import type { LegalName } from '../src/platform/legal.js';
import { API_PATH, MCP_PATH } from '../src/registry/addresses.js';
import { problem } from '../src/registry/errors.js';
import { malformed } from '../src/registry/malformed.js';
import { createApiReference } from './api-reference.js';
import { type CompiledRoute, compileAgainst } from './compile-route.js';
import { deprecationHeaders } from './deprecation.js';
import type { RecordedExamples } from './examples-source.js';
import { createPathMatcher, type PathMatch, type PathMatcher } from './matcher.js';
import type { McpOptions } from './mcp/endpoint.js';
import { buildOpenApi } from './openapi.js';
import type { FacadeOptions } from './options.js';
import { PROBLEM_PAGES, sendProblemIndex, sendProblemPage } from './problem-page.js';
import { sendPublic, weakEtagOf } from './public-response.js';
import type { Routes } from './route.js';
import { type RequestClient, routedRequest } from './routed-request.js';
import type { KnownReads } from './shared/known-reads.js';
import { type Services, serve } from './steps.js';
import { requestIdOf } from './trace.js';

/**
 * The namespaces of the routes. Only the compatible one accepts former parameter names (Spec 4.1,
 * compatibility base). MCP is only in the first.
 */
const NAMESPACES = [
  { prefix: API_PATH, compatible: false },
  { prefix: '/api/v1', compatible: true },
] as const;

const REFERENCE = '/docs';
const DOCUMENT = '/openapi.json';
const PREFIXES = [...NAMESPACES.map(({ prefix }) => prefix), PROBLEM_PAGES, REFERENCE];

type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  match: PathMatch<Target>,
) => void | Promise<void>;

/** The handler of an address. */
export interface Target {
  /** Its name in metrics, such as the operationId; null for documents and pages. */
  readonly operation: string | null;
  /**
   * Whether anonymous callers share its reads and their compressed content. False for documents and
   * pages, although caches may store those.
   */
  readonly isPublic: boolean;
  readonly handle: Handler;
}

interface TargetOptions extends FacadeOptions {
  readonly clientOf: NonNullable<FacadeOptions['clientOf']>;
  readonly knownReads: KnownReads;
}

/** Compiles everything that the facade serves, by address. */
export function createTargets(options: TargetOptions): PathMatcher<Target> {
  const { gateway, operationsSource, examples, log, legal = [] } = options;
  const { clientOf, forms, sharedReads, knownReads } = options;
  const operations = gateway.compile(operationsSource);
  const { routes, document } = compileApi(gateway.schema, operations, options.routes, examples);
  const matcher = createPathMatcher<Target>();
  const services = { gateway, log, forms, sharedReads, knownReads };
  for (const { prefix, compatible } of NAMESPACES) {
    for (const route of routes) {
      const handle = serving(services, clientOf, route, compatible);
      const isPublic = route.route.cache === 'public';
      const target = { operation: route.operationId, isPublic, handle };
      matcher.add(route.route.method, `${prefix}${route.route.path}`, target);
    }
    const target = { operation: null, isPublic: false, handle: serveDocument(document) };
    matcher.add('GET', `${prefix}${DOCUMENT}`, target);
  }
  addMcp(matcher, { services, clientOf, publicUrl: options.publicUrl, routes });
  addApiReference(matcher, legal);
  const page: Handler = (req, res, { parameters }) =>
    sendProblemPage(req, res, { code: parameters['code'] ?? '', legal });
  const index: Handler = (req, res) => sendProblemIndex(req, res, legal);
  matcher.add('GET', PROBLEM_PAGES, { operation: null, isPublic: false, handle: index });
  matcher.add('GET', `${PROBLEM_PAGES}/{code}`, { operation: null, isPublic: false, handle: page });
  return matcher;
}

/** The compiled routes and their OpenAPI document: the same for all services of a process. */
const compileApi = onceFor(
  (
    schema: Gateway['schema'],
    operations: ReturnType<Gateway['compile']>,
    declared: Routes,
    examples: RecordedExamples | undefined,
  ) => {
    const routes = compileAgainst({ schema }, operations, declared);
    // Built for its first reader, because a start would take noticeably longer.
    const document = onceFor(() => {
      const bytes = Buffer.from(JSON.stringify(buildOpenApi(routes, examples)));
      return { bytes, etag: weakEtagOf(hash('sha256', bytes, 'base64url')) };
    });
    return { routes, document };
  },
);

/** Adds the MCP server, unless the routes that list and run the tools of agents are missing. */
function addMcp(
  matcher: PathMatcher<Target>,
  { routes, ...others }: Omit<McpOptions, 'routes'> & { routes: readonly CompiledRoute[] },
): void {
  const named = (name: string) => routes.find(({ operationId }) => operationId === name);
  const list = named('listAgentGatewayTools');
  const run = named('runAgentGatewayTool');
  if (!list || !run) return;
  // The SDK takes long to load, and most services have no MCP clients.
  const loaded = onceFor(async () => {
    const { createMessageHandler, refuseMethod } = await import('./mcp/endpoint.js');
    return { handle: createMessageHandler({ ...others, routes: { list, run } }), refuseMethod };
  });
  const handle: Handler = async (req, res) => (await loaded()).handle(req, res);
  const refuse: Handler = async (req, res) => (await loaded()).refuseMethod(req, res);
  matcher.add('POST', MCP_PATH, { operation: 'mcp', isPublic: false, handle });
  for (const method of ['GET', 'DELETE']) {
    matcher.add(method, MCP_PATH, { operation: 'mcp', isPublic: false, handle: refuse });
  }
}

/** The page that renders the document, and the files of that page. */
function addApiReference(matcher: PathMatcher<Target>, legal: readonly LegalName[]): void {
  const folder = `${REFERENCE}/assets`;
  const document = `${NAMESPACES[0].prefix}${DOCUMENT}`;
  // Its files have more than a megabyte, so they are read for its first reader.
  const reference = onceFor(() => createApiReference({ document, folder, legal }));
  const page: Handler = (req, res) => reference().sendPage(req, res);
  const asset: Handler = (req, res, { parameters }) =>
    reference().sendAsset(req, res, parameters['file'] ?? '');
  matcher.add('GET', REFERENCE, { operation: null, isPublic: false, handle: page });
  matcher.add('GET', `${folder}/{file}`, { operation: null, isPublic: false, handle: asset });
}

/** Whether a path is below one of the facade's prefixes, even if nothing is there. */
export function isFacadePath(path: string): boolean {
  return PREFIXES.some((prefix) => isBelow(prefix, path));
}

/** Whether a path belongs to the API, which returns problem documents for browsers too. */
export function isApi(path: string): boolean {
  return NAMESPACES.some(({ prefix }) => isBelow(prefix, path));
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

/**
 * The target of a request. A HEAD has the target of the GET. Throws `not_found` for an unknown path
 * or method, and `invalid_request` for a path with an invalid percent-encoding.
 */
export function findTarget(
  matcher: PathMatcher<Target>,
  req: IncomingMessage,
  path: string,
): PathMatch<Target> {
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET');
  let match: PathMatch<Target> | null;
  try {
    match = matcher.find(method, path);
  } catch (cause) {
    throw malformed('path', cause);
  }
  if (!match) throw problem('not_found');
  return match;
}

function serving(
  services: Services,
  clientOf: (req: IncomingMessage) => RequestClient,
  route: CompiledRoute,
  compatible: boolean,
): Handler {
  const notices = Object.entries(deprecationHeaders(route.route.deprecation));
  return async (req, res, { parameters }) => {
    // Set before anything is written, so that every response carries them, even a problem or a 304.
    for (const [name, value] of notices) res.setHeader(name, value);
    const request = routedRequest(req, clientOf(req), { route, parameters, compatible });
    await serve(services, request, res);
  };
}

function serveDocument(document: () => { bytes: Buffer; etag: string }): Handler {
  return (req, res) => {
    const { bytes, etag } = document();
    return sendPublic(req, res, bytes, etag, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestIdOf(req),
    });
  };
}
