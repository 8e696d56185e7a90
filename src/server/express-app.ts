import type { IncomingMessage } from 'node:http';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { createProblemWriter, type SendProblem } from '../../rest-facade/problem.js';
import { createOauthFailureWriter } from '../../rest-facade/problem-oauth.js';
import { failureOf, isOauthEndpoint } from '../auth/issuer/index.js';
import type { Config } from '../config/config.js';
import type { Database } from '../platform/database/connect.js';
import { unmetCondition } from '../platform/http/unmet-condition.js';
import type { Log } from '../platform/log.js';
import { problem, RegisteredError } from '../registry/errors.js';
import { overloadOf } from '../request/availability.js';

/** Creates an Express app without `X-Powered-By` and automatic ETags. */
export function bareApp({ trustProxy }: Config): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy === false ? false : trustProxy);
  return app;
}

/**
 * Responds to unknown routes and to all errors with a problem document. Call it after the last
 * route.
 */
export function refuseUnhandled(app: express.Express, sendProblem: SendProblem): void {
  app.use(() => {
    throw problem('not_found');
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    sendProblem(req, res, error);
  });
}

/** Converts errors of Express and its parsers to registered ones; null for all others. */
export function fromExpress(error: unknown) {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if ('code' in error && 'extensions' in error) return null;
  if (error.status === 412) return unmetCondition(error);
  if (error.status === 413) return problem('request_body_too_large', { cause: error });
  if ('type' in error && error.type === 'entity.parse.failed') {
    return problem('invalid_json', { cause: error });
  }
  const isRequestFault = typeof error.status === 'number' && error.status < 500;
  return isRequestFault ? problem('invalid_request', { cause: error }) : null;
}

/**
 * Creates the function that sends all errors of a listener as problem documents. At an OAuth
 * endpoint, the body also has the members of RFC 6749. An error that is not registered becomes
 * `internal_error`.
 */
export function createProblemSender(options: {
  /** Without a trailing slash; the problem types are below it. */
  readonly publicUrl: string;
  readonly log: Log;
}): SendProblem {
  const writeProblem = createProblemWriter(options);
  const writeOauthFailure = createOauthFailureWriter(options);
  return (req, res, error) => {
    if (!isOauthEndpoint(targetOf(req))) return writeProblem(req, res, error);
    const known = error instanceof RegisteredError ? error : problem('internal_error');
    return writeOauthFailure(req, res, failureOf(known));
  };
}

/** The request target as the client sent it. Express removes a mount path from `url`. */
function targetOf(req: IncomingMessage): string {
  const given = 'originalUrl' in req ? req.originalUrl : req.url;
  return typeof given === 'string' ? given : '/';
}

/**
 * Creates the handler that throws `service_unavailable` before a request starts, if too many
 * running requests wait for database connections. A request counts once, however many of its
 * statements wait.
 */
export function refuseWhenOverloaded(db: Database): RequestHandler {
  return (_req, _res, next) => {
    const overload = overloadOf(db);
    if (overload) throw overload;
    next();
  };
}
