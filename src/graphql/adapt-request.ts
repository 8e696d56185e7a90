import type { NextFunction, Request, Response } from 'express';

const RESPONSE_TYPE = 'application/graphql-response+json';

/**
 * Adapts a request for Apollo, so that `/graphql` follows the rules of the service:
 * - HEAD is GET without a body, and other methods have no route
 * - the `Accept` header never prevents a response; Apollo checks it after a mutation took effect
 *   and would withhold the result
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
  // A request without a body has no type. Only the type that triggers a CORS preflight is kept.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) delete headers['content-type'];
  // The response object already knows that it belongs to a HEAD request.
  req.method = 'GET';
  next();
}
