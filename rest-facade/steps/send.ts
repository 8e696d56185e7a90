import type { Exchange } from '../exchange.js';
import {
  isAnonymous,
  PRIVATE,
  sendBytes,
  sendPublic,
  sendUnchanged,
  VARY,
  weakEtag,
  weakEtagOf,
} from '../public-response.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes the response of an exchange. */
export function send({ req, res, facts, route, answer, validator }: Exchange): void {
  if (!answer) throw new Error(`${route.operationId} ended without an answer`);
  const own = { ...answer.headers, 'X-Request-Id': facts.id };
  if (answer.status === 304 && validator !== null) {
    sendUnchanged(res, weakEtag(validator), own);
    return;
  }
  if (answer.body === undefined) {
    res.writeHead(answer.status, { ...own, 'Cache-Control': PRIVATE, Vary: VARY }).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(answer.body));
  const headers = { ...own, 'Content-Type': JSON_TYPE };
  if (route.route.cache === 'public' && isAnonymous(req)) {
    const etag = validator === null ? weakEtagOf(bytes) : weakEtag(validator);
    sendPublic(req, res, bytes, etag, headers);
    return;
  }
  sendBytes(req, res, answer.status, bytes, { ...headers, 'Cache-Control': PRIVATE, Vary: VARY });
}
