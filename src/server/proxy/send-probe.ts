import http from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Unreached } from './connection.js';
import { STREAM_PIECE_BYTES } from './probe-route.js';

/** A response is short. One of another server may be long. */
const BODY_BYTES = 16 * 1024;

/** The response to a request of the probe. */
export interface Reply {
  /** 0 if the connection was reset or closed before the response. */
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** The time between the first and the last piece of the body. */
  readonly gapMs: number;
  /** The time from the request to the end of the response. */
  readonly tookMs: number;
}

/** A request without its connection. */
interface Sent {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  /** Sent with a pause before each piece but the first. */
  readonly body: { readonly pieces: readonly (Buffer | string)[]; readonly pauseMs: number };
}

/**
 * Sends a request, and reads the response whole. Throws Unreached for a response that is too long,
 * and for every failure except a connection that closes before the response (`status` 0).
 */
export function sendProbe(
  socket: Socket,
  url: URL,
  { method, headers, body }: Sent,
): Promise<Reply> {
  const began = performance.now();
  const length = body.pieces.reduce((sum, piece) => sum + piece.length, 0);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(Unreached.from(error));
    const sent = http.request({
      method,
      path: url.pathname + url.search,
      headers: { Host: url.host, ...headers, ...(length > 0 ? { 'Content-Length': length } : {}) },
      createConnection: () => socket,
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const tookMs = performance.now() - began;
      if (error.code !== 'ECONNRESET') fail(error);
      else resolve({ status: 0, headers: {}, body: '', gapMs: 0, tookMs });
    });
    // Node emits nothing else for this.
    sent.on('upgrade', () => fail(new Unreached('the server changes the protocol')));
    sent.on('response', (response) => {
      readReply(response, began).then(resolve, fail);
    });
    void sendBody(sent, body);
  });
}

/** Sends the pieces of a body, until the connection closes. */
async function sendBody(
  sent: http.ClientRequest,
  { pieces, pauseMs }: Sent['body'],
): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await setTimeout(pauseMs, undefined, { ref: false });
    if (sent.destroyed) return;
    sent.write(piece);
  }
  sent.end();
}

async function readReply(response: http.IncomingMessage, began: number): Promise<Reply> {
  const chunks: Buffer[] = [];
  let first = 0;
  let last = 0;
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    last = performance.now();
    if (bytes < STREAM_PIECE_BYTES) first = last;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BODY_BYTES) throw new Unreached('the response is not that of modport');
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    gapMs: last - first,
    tookMs: performance.now() - began,
  };
}
