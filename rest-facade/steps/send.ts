import type { ServerResponse } from 'node:http';
import {
  PRIVATE,
  sendBytes,
  sendPublic,
  sendUnchanged,
  VARY,
  weakEtagOf,
} from '../public-response.js';
import type { RoutedRequest } from '../routed-request.js';
import type { Result } from './operation.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Writes the response: 304 for a matching validator, no body, or JSON. A public response to an
 * anonymous caller has a weak ETag; every other one is private.
 */
export function send({ req, facts }: RoutedRequest, res: ServerResponse, result: Result): void {
  const id = { 'X-Request-Id': facts.id };
  if (result.kind === 'unchanged') {
    sendUnchanged(res, result.etag, id);
    return;
  }
  const { status, headers, body } = result.response;
  const own = { ...headers, ...id };
  if (body === undefined) {
    res.writeHead(status, { ...own, 'Cache-Control': PRIVATE, Vary: VARY }).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  const typed = { ...own, 'Content-Type': JSON_TYPE };
  if (result.kind === 'shared') {
    sendPublic(req, res, bytes, result.etag ?? weakEtagOf(bytes), typed);
    return;
  }
  sendBytes(req, res, status, bytes, { ...typed, 'Cache-Control': PRIVATE, Vary: VARY });
}
