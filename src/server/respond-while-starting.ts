import type { RequestListener, ServerResponse } from 'node:http';
import type { SendProblem } from '../../rest-facade/problem.js';
import { isOauthEndpoint } from '../auth/issuer/index.js';
import { problem } from '../registry/errors.js';

const RETRY_SECONDS = 1;

/** Responds while the parts are opening: the process is alive, and all other requests must wait. */
export function respondWhileStarting(sendProblem: SendProblem): RequestListener {
  return (req, res) => {
    if (req.url === '/healthz') answer(res, 200, { status: 'ok' });
    else if (req.url === '/readyz') answer(res, 503, { status: 'starting' });
    else {
      const log = 'the service is starting';
      const known = { status: 503, retryAfterSeconds: RETRY_SECONDS, log };
      const isOauth = isOauthEndpoint(req.url ?? '/');
      sendProblem(req, res, problem(isOauth ? 'server_error' : 'service_unavailable', known));
    }
  };
}

function answer(res: ServerResponse, status: number, document: object): void {
  const body = JSON.stringify(document);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': String(RETRY_SECONDS),
  });
  res.end(body);
}
