import type { IncomingMessage, ServerResponse } from 'node:http';
import { isCompressibleLength } from '../../src/platform/http/open-coding.js';
import { codingOf } from '../../src/platform/http/serve-static.js';
import { JSON_TYPE, matchesEtag, PUBLIC, VARY } from '../public-response.js';
import type { CodedContent, SharedContent } from './shared-content.js';
import type { SharedResult } from './shared-reads.js';

/**
 * Sends the result of a shared read: 304 for a matching ETag, or 200 in the caller's coding.
 * `headers` are the further headers, each name before its value: the form that Node writes fastest.
 * Returns a promise only if the content must first be compressed.
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
  const coding = isCompressibleLength(content.text.length + end.length) ? codingOf(req) : null;
  if (coding === null) {
    sendText(req, res, content, end, shown);
    return null;
  }
  if (req.method === 'HEAD') {
    // The length in the coding is unknown before a compression.
    shown.push('Content-Encoding', coding);
    res.writeHead(200, shown).end();
    return null;
  }
  const send = (coded: CodedContent | null) => {
    if (coded === null) {
      sendText(req, res, content, end, shown);
      return;
    }
    const body = coded.close(end);
    shown.push('Content-Encoding', coding, 'Content-Length', String(body.length));
    res.writeHead(200, shown).end(body, 'latin1');
  };
  const opened = content.open(coding);
  if (opened instanceof Promise) return opened.then(send);
  send(opened);
  return null;
}

function sendText(
  req: IncomingMessage,
  res: ServerResponse,
  { text, fastText }: SharedContent,
  end: Buffer,
  headers: string[],
): void {
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
