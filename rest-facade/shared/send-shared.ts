import type { IncomingMessage, ServerResponse } from 'node:http';
import { isCompressibleLength } from '../../src/platform/http/open-coding.js';
import { codingOf } from '../../src/platform/http/serve-static.js';
import { JSON_TYPE, matchesEtag, PUBLIC, VARY } from '../public-response.js';
import { byteTextOf } from './shared-content.js';
import type { SharedResult } from './shared-reads.js';

/**
 * Sends the result of a shared read: 304 for a matching ETag, or 200 in the caller's coding.
 * `headers` are the further headers, each name before its value: the form that Node writes fastest.
 */
export async function sendShared(
  req: IncomingMessage,
  res: ServerResponse,
  { etag, content, end }: SharedResult,
  headers: readonly string[],
): Promise<void> {
  const shown = [...headers, 'ETag', etag, 'Cache-Control', PUBLIC, 'Vary', VARY];
  if (content === null || matchesEtag(req, etag)) {
    res.writeHead(304, shown).end();
    return;
  }
  shown.push('Content-Type', JSON_TYPE);
  const { text } = content;
  const length = text.length + end.length;
  const coding = isCompressibleLength(length) ? codingOf(req) : null;
  if (coding !== null && req.method === 'HEAD') {
    // The length in the coding is unknown before a compression.
    res.writeHead(200, [...shown, 'Content-Encoding', coding]).end();
    return;
  }
  const opened = coding === null ? null : await content.open(coding);
  if (coding === null || opened === null) {
    res.writeHead(200, [...shown, 'Content-Length', String(length)]);
    if (req.method === 'HEAD') res.end();
    else if (content.bytes !== null && end.length === 0) res.end(content.bytes, 'latin1');
    else writeBoth(res, text, end);
    return;
  }
  const body = opened.close(end);
  const coded = ['Content-Encoding', coding, 'Content-Length', String(body.length)];
  res.writeHead(200, [...shown, ...coded]);
  const bytes = byteTextOf(body);
  if (bytes === null) res.end(body);
  else res.end(bytes, 'latin1');
}

/** Writes both parts in one packet, without a copy of the first. */
function writeBoth(res: ServerResponse, text: Buffer, end: Buffer): void {
  if (end.length === 0) {
    res.end(text);
    return;
  }
  res.cork();
  res.write(text);
  res.end(end);
  res.uncork();
}
