import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { codingOf } from '../../src/platform/http/serve-static.js';
import { JSON_TYPE, matchesEtag, PUBLIC, sendUnchanged, VARY } from '../public-response.js';
import { isCompressibleLength } from './shared-content.js';
import type { SharedResult } from './shared-reads.js';

/** Sends the result of a shared read: 304 for a matching ETag, or 200 in the caller's coding. */
export async function sendShared(
  req: IncomingMessage,
  res: ServerResponse,
  { etag, content, end }: SharedResult,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  if (content === null || matchesEtag(req, etag)) {
    sendUnchanged(res, etag, headers);
    return;
  }
  const { text } = content;
  const length = text.length + end.length;
  const shown = { ...headers, ETag: etag, 'Cache-Control': PUBLIC, Vary: VARY };
  const typed = { ...shown, 'Content-Type': JSON_TYPE };
  const coding = isCompressibleLength(length) ? codingOf(req) : null;
  if (coding !== null && req.method === 'HEAD') {
    res.writeHead(200, { ...typed, 'Content-Encoding': coding }).end();
    return;
  }
  const opened = coding && (await content.open(coding));
  if (!opened) {
    res.writeHead(200, { ...typed, 'Content-Length': length });
    if (req.method === 'HEAD') res.end();
    else writeBoth(res, text, end);
    return;
  }
  const body = opened.close(end);
  res.writeHead(200, { ...typed, 'Content-Encoding': coding, 'Content-Length': body.length });
  res.end(body);
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
