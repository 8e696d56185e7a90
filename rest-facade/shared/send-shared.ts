import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ContentCoding,
  codingOf,
  isCompressibleLength,
} from '../../src/platform/http/content-coding.js';
import { JSON_TYPE, matchesEtag, PUBLIC, VARY } from '../public-response.js';
import type { CodedContent, SharedContent } from './shared-content.js';
import type { SharedResult } from './shared-reads.js';

/**
 * Sends the result of a shared read: 304 for a matching ETag or a result without content, else 200
 * in a coding that the client accepts. `headers` is a flat list of further names and values, the
 * form that Node writes fastest. Returns null, or a promise if the content must first be
 * compressed.
 */
export function sendShared(
  req: IncomingMessage,
  res: ServerResponse,
  { etag, content, end }: SharedResult,
  headers: readonly string[],
): Promise<void> | null {
  const shown = [...headers, 'ETag', etag, 'Cache-Control', PUBLIC, 'Vary', VARY];
  if (content === null || matchesEtag(req, etag)) {
    res.writeHead(304, shown).end();
    return null;
  }
  shown.push('Content-Type', JSON_TYPE);
  const sent: Sent = { req, res, content, end, headers: shown };
  const coding = isCompressibleLength(content.text.length + end.length) ? codingOf(req) : null;
  if (coding === null) {
    sendText(sent);
    return null;
  }
  if (req.method === 'HEAD') {
    // The length in the coding is unknown before a compression.
    shown.push('Content-Encoding', coding);
    res.writeHead(200, shown).end();
    return null;
  }
  const coded = content.open(coding);
  if (coded instanceof Promise) return coded.then((made) => sendCoded(sent, coding, made));
  sendCoded(sent, coding, coded);
  return null;
}

/** A response with content. */
interface Sent {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly content: SharedContent;
  readonly end: Buffer;
  readonly headers: string[];
}

function sendCoded(sent: Sent, coding: ContentCoding, coded: CodedContent | null): void {
  if (coded === null) {
    sendText(sent);
    return;
  }
  const body = coded.close(sent.end);
  sent.headers.push('Content-Encoding', coding, 'Content-Length', String(body.length));
  sent.res.writeHead(200, sent.headers).end(body, 'latin1');
}

function sendText({ req, res, content: { text, fastText }, end, headers }: Sent): void {
  headers.push('Content-Length', String(text.length + end.length));
  res.writeHead(200, headers);
  if (req.method === 'HEAD') res.end();
  else if (end.length === 0) res.end(fastText, 'latin1');
  else writeBoth(res, text, end);
}

/** Writes both parts in one packet, without a copy of the first. */
function writeBoth(res: ServerResponse, text: Buffer, end: Buffer): void {
  res.cork();
  res.write(text);
  res.end(end);
  res.uncork();
}
