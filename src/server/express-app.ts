import express, { type NextFunction, type Request, type Response } from 'express';
import type { SendProblem } from '../../rest-facade/problem.js';
import type { Config } from '../config.js';
import { problem } from '../registry/errors.js';

/** Creates an Express app without `X-Powered-By` and automatic ETags. */
export function bareApp({ trustProxy }: Config): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy === false ? false : trustProxy);
  return app;
}

/** Responds to unknown routes and to all errors with a problem document. */
export function refuseTheRest(app: express.Express, sendProblem: SendProblem): void {
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
  if (error.status === 413) return problem('request_body_too_large', { cause: error });
  if ('type' in error && error.type === 'entity.parse.failed') {
    return problem('invalid_json', { cause: error });
  }
  const isRequestFault = typeof error.status === 'number' && error.status < 500;
  return isRequestFault ? problem('invalid_request', { cause: error }) : null;
}
