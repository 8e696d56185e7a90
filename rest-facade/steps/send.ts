import type { ServerResponse } from 'node:http';
import { JSON_TYPE, PRIVATE, sendBytes, VARY } from '../public-response.js';
import type { RoutedRequest } from '../routed-request.js';
import type { ShapedResponse } from '../shape.js';
import { sendShared } from '../shared/send-shared.js';
import type { SharedResult } from '../shared/shared-reads.js';
import { writeBody } from '../write-body.js';

/** The result of the steps of a request. */
export type Result =
  /** A response for this caller alone. */
  | { readonly kind: 'private'; readonly response: ShapedResponse }
  /** A response that shared caches may store. */
  | { readonly kind: 'shared'; readonly result: SharedResult };

/**
 * Writes the response: no body, or JSON. Only a shared result may be cached, under a weak ETag; a
 * private one is sent with `no-store`.
 */
export async function send(
  { req, facts }: RoutedRequest,
  res: ServerResponse,
  result: Result,
): Promise<void> {
  if (result.kind === 'shared') {
    await sendShared(req, res, result.result, ['X-Request-Id', facts.id]);
    return;
  }
  const id = { 'X-Request-Id': facts.id };
  const { status, headers, body } = result.response;
  const own = { ...headers, ...id };
  if (body === undefined) {
    res.writeHead(status, { ...own, 'Cache-Control': PRIVATE, Vary: VARY }).end();
    return;
  }
  const bytes = await writeBody(body);
  const typed = { ...own, 'Content-Type': JSON_TYPE };
  sendBytes(req, res, status, bytes, { ...typed, 'Cache-Control': PRIVATE, Vary: VARY });
}
