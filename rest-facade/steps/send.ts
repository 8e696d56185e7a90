import type { Exchange } from '../exchange.js';
import { isAnonymous, PRIVATE, sendBytes, sendPublic, VARY, weakEtagOf } from '../public-answer.js';
import type { Reply } from '../reply.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes the answer of an exchange. */
export function send({ req, res, facts, route, answer }: Exchange): void {
  if (!answer) throw new Error(`${route.operationId} ended without an answer`);
  const own = { ...answer.headers, 'X-Request-Id': facts.id };
  if (answer.body === undefined) {
    res.writeHead(answer.status, { ...own, 'Cache-Control': PRIVATE, Vary: VARY }).end();
    return;
  }
  const text = JSON.stringify(answer.body);
  const bytes = Buffer.from(text);
  const headers = { ...own, 'Content-Type': JSON_TYPE };
  if (route.route.cache === 'public' && isAnonymous(req)) {
    sendPublic(req, res, bytes, weakEtagOf(lasting(text, route.route.reply)), headers);
    return;
  }
  sendBytes(req, res, answer.status, bytes, { ...headers, 'Cache-Control': PRIVATE, Vary: VARY });
}

/**
 * The part of an answer that makes two answers different. The cursor of a page is not: it carries
 * the instant of its walk, so that each answer has another one, and an older one goes on as well.
 */
function lasting(text: string, reply: Reply): string {
  if (reply.shape !== 'list') return text;
  const cursor = text.lastIndexOf('"next_cursor"');
  return text.slice(0, cursor) + text.slice(text.indexOf('"has_more"', cursor));
}
