import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPageRequest } from '../src/platform/http/headers.js';
import { ClientGone } from '../src/platform/work-scope.js';
import { RegisteredError } from '../src/registry/errors.js';
import type { FacadeOptions, RequestSummary } from './options.js';
import { createProblemWriter } from './problem.js';
import { isAnonymous } from './public-response.js';
import { createTargets, findTarget, isApi, isOurs } from './targets.js';
import { traceOf } from './trace.js';

export type { FacadeOptions, RequestSummary } from './options.js';

/**
 * The REST facade, to be mounted at the root of a server. It calls `next` for other paths, and for
 * a browser at an unknown page.
 */
export type Facade = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/**
 * Compiles the routes against the gateway and serves them under both namespaces, with the OpenAPI
 * document and the pages that explain error codes.
 * Throws, naming the fault, if a declaration is wrong, so that no fault appears only with the first
 * request.
 */
export function createFacade(options: FacadeOptions): Facade {
  const targets = createTargets(options);
  const sendProblem = createProblemWriter(options);
  return (req, res, next) => {
    const [path = '/'] = (req.url ?? '/').split('?', 1);
    if (!isOurs(path)) {
      next();
      return;
    }
    const began = performance.now();
    let operation: string | null = null;
    let isPrepared = !isApi(path);
    const prepare = () => {
      if (!isPrepared) options.prepare?.(req, res);
      isPrepared = true;
    };
    res.once('close', () => options.observe?.(summaryOf(req, res, operation, began)));
    const serve = async () => {
      const match = findTarget(targets, req, path);
      operation = match.value.operation;
      if (match.value.isPublic !== true || !isAnonymous(req)) prepare();
      await match.value.handle(req, res, match);
    };
    serve().catch((error: unknown) => {
      prepare();
      // No client reads a response to a closed connection.
      const isGone = error instanceof Error && error.cause instanceof ClientGone;
      if (error instanceof ClientGone || (isGone && req.socket.destroyed)) res.destroy();
      else if (isNotFound(error) && !isApi(path) && isPageRequest(req)) next();
      else sendProblem(req, res, error);
    });
  };
}

/** Whether an error says that nothing is at the address. */
function isNotFound(error: unknown): boolean {
  return error instanceof RegisteredError && error.code === 'not_found';
}

function summaryOf(
  req: IncomingMessage,
  res: ServerResponse,
  operation: string | null,
  began: number,
): RequestSummary {
  return {
    operation,
    method: req.method ?? '',
    status: res.statusCode,
    seconds: (performance.now() - began) / 1000,
    requestId: traceOf(req).requestId,
  };
}
