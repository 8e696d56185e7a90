import type { NextFunction, Request, Response } from 'express';

const RESPONSE_TYPE = 'application/graphql-response+json';

/**
 * Lets Apollo see a request as the rest of the service would: HEAD is GET without the body, other
 * methods lead nowhere, and no preference of the client keeps an answer from it. Apollo looks at
 * `Accept` after a mutation took effect, and would keep its outcome to itself.
 */
export function adaptRequest(req: Request, _res: Response, next: NextFunction): void {
  const { headers } = req;
  if (!headers.accept?.includes(RESPONSE_TYPE)) headers.accept = 'application/json';
  else headers.accept = RESPONSE_TYPE;
  if (req.method === 'POST') {
    next();
    return;
  }
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    next('router');
    return;
  }
  // A request without a body has no type; only the one that browsers ask leave for is worth a look.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) delete headers['content-type'];
  // The response knows since it was made that it is one to a HEAD.
  req.method = 'GET';
  next();
}
