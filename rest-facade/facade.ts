import type { IncomingMessage, ServerResponse } from 'node:http';
import { countedStatus } from '../src/platform/http/counted-status.js';
import { isPageRequest } from '../src/platform/http/headers.js';
import { tracerNow } from '../src/platform/tracing/tracing.js';
import { ClientGone } from '../src/platform/work-scope.js';
import { API_PATH } from '../src/registry/addresses.js';
import { RegisteredError } from '../src/registry/errors.js';
import { deprecationHeaders } from './deprecation.js';
import type { FacadeOptions } from './options.js';
import { createProblemWriter } from './problem.js';
import { isAnonymous } from './public-response.js';
import type { RequestClient } from './routed-request.js';
import { createKnownReads, type KnownRead } from './shared/known-reads.js';
import { type Report, serveKnown } from './shared/serve-known.js';
import { createTargets, findTarget, isApi, isFacadePath, type Target } from './targets.js';
import { noteAddress } from './trace.js';

export type { FacadeOptions, RequestSummary } from './options.js';

/** The REST facade. */
export interface Facade {
  /**
   * Serves an anonymous public read whose URL an earlier request has used, without routing it
   * again. Sets all headers itself. Returns false, and does nothing, for every other request.
   */
  serveKnown(req: IncomingMessage, res: ServerResponse): boolean;
  /**
   * Serves a request for a path of the facade. Calls `next` for other paths, and if a browser asks
   * for an unknown page outside of the API.
   */
  serve(req: IncomingMessage, res: ServerResponse, next: () => void): void;
  /** Whether `serve` took the request of a response. If so, the facade reports its end itself. */
  hasServed(res: ServerResponse): boolean;
}

/**
 * Compiles the routes against the gateway and serves them under both namespaces, with the OpenAPI
 * document, its page, the MCP endpoint and the pages that explain error codes.
 * Throws, naming the fault, if the declaration of a route is wrong. The build makes the same checks
 * before (`src/server/check-program.ts`).
 */
export function createFacade(options: FacadeOptions): Facade {
  const { gateway, sharedReads, commonHeaders = {}, compress, clientOf = peerOf } = options;
  const knownReads = createKnownReads(({ route }) => ({
    ...commonHeaders,
    ...deprecationHeaders(route.route.deprecation),
  }));
  const targets = createTargets({ ...options, clientOf, knownReads });
  const fail = failing(options);
  const report = reporter(options);
  const failCompressed = compressing(fail, compress);
  const services = { gateway, sharedReads, clientOf, report, fail: failCompressed };
  const serveTarget = serving(report, targets, fail, compress);
  return {
    serveKnown(req, res) {
      const known = knownReads.find(req);
      if (!known) return false;
      if (tracerNow() !== null) noteAddress(req, addressOfKnown(known, req));
      serveKnown(services, known, req, res);
      return true;
    },
    serve(req, res: Served, next) {
      const [path = '/'] = (req.url ?? '/').split('?', 1);
      if (!isFacadePath(path)) {
        next();
        return;
      }
      res[SERVED] = true;
      serveTarget({ req, res, path, next });
    },
    hasServed: (res: Served) => res[SERVED] === true,
  };
}

/** The address of a known read, in the namespace of a request. */
function addressOfKnown({ route }: KnownRead, { url = '' }: IncomingMessage): string {
  const path = `${API_PATH}${route.route.path}`;
  return url.startsWith(`${API_PATH}/`) ? path : `/api${path}`;
}

type Fail = (req: IncomingMessage, res: ServerResponse, error: unknown) => void;

/** Creates the function that sends an error, unless no client reads the response. */
function failing(options: FacadeOptions): Fail {
  const sendProblem = createProblemWriter(options);
  return (req, res, error) => {
    if (isOfGoneClient(req, error)) res.destroy();
    else sendProblem(req, res, error);
  };
}

/** Prepares the response for compression before the error is sent. */
function compressing(fail: Fail, compress: FacadeOptions['compress'] | undefined): Fail {
  return (req, res, error) => {
    if (!res.headersSent) compress?.(req, res);
    fail(req, res, error);
  };
}

/** A request for a path of the facade. */
interface OwnRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly next: () => void;
}

/** Serves requests by their target. Prepares each response for compression at the right time. */
function serving(
  report: Report,
  targets: ReturnType<typeof createTargets>,
  fail: Fail,
  compress: FacadeOptions['compress'] | undefined,
) {
  return ({ req, res, path, next }: OwnRequest): void => {
    let target: Target | null = null;
    const began = performance.now();
    res.on('close', () => {
      report(req, res, target?.operation ?? null, performance.now() - began);
    });
    let isCompressed = !isApi(path);
    const prepare = () => {
      if (!isCompressed) compress?.(req, res);
      isCompressed = true;
    };
    const handle = async () => {
      const match = findTarget(targets, req, path);
      target = match.value;
      if (tracerNow() !== null) noteAddress(req, match.pattern);
      // The content of a shared read is compressed once for all its callers.
      if (!target.isPublic || !isAnonymous(req)) prepare();
      await target.handle(req, res, match);
    };
    handle().catch((error: unknown) => {
      prepare();
      if (isNotFound(error) && !isApi(path) && isPageRequest(req)) next();
      else fail(req, res, error);
    });
  };
}

const peerOf = ({ socket }: IncomingMessage): RequestClient => ({
  address: socket.remoteAddress ?? '',
});

// A property, because a WeakSet costs each request several microseconds.
const SERVED = Symbol('served');

interface Served extends ServerResponse {
  [SERVED]?: true;
}

/** Creates the function that reports ended requests. */
function reporter({ observe }: FacadeOptions): Report {
  return (req, res, operation, milliseconds) =>
    observe?.({
      operation,
      method: req.method ?? '',
      status: countedStatus(res),
      seconds: milliseconds / 1000,
    });
}

/** Whether an error says that no client reads the response, because its connection is closed. */
function isOfGoneClient(req: IncomingMessage, error: unknown): boolean {
  if (error instanceof ClientGone) return true;
  return error instanceof Error && error.cause instanceof ClientGone && req.socket.destroyed;
}

/** Whether an error says that nothing is at the address. */
function isNotFound(error: unknown): boolean {
  return error instanceof RegisteredError && error.code === 'not_found';
}
