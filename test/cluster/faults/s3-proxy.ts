import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';

/** How the proxy disturbs the store behind it. */
export type S3Fault = 'none' | 'error' | 'unavailable' | 'slow' | 'truncated' | 'skewed';

/** An HTTP proxy of the test program in front of the store. */
export interface S3Proxy {
  set(fault: S3Fault): void;
  close(): void;
}

const SLOW_MS = 2_000;
const SKEW_MS = 20 * 60_000;

/** Opens a proxy to the store. It keeps `Host`, which signatures contain. */
export async function openS3Proxy(
  from: { readonly host: string; readonly port: number },
  to: { readonly host: string; readonly port: number },
): Promise<S3Proxy> {
  let fault: S3Fault = 'none';
  const server = createServer((near, reply) => {
    for (const side of [near, reply]) side.on('error', () => undefined);
    const present = fault;
    if (present === 'slow') setTimeout(() => pass(near, reply, to, present), SLOW_MS);
    else if (present === 'none' || present === 'truncated') pass(near, reply, to, present);
    else refuse(near, reply, present);
  });
  await once(server.listen(from.port, from.host), 'listening');
  return {
    set(next) {
      fault = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const REFUSALS = {
  error: { status: 500, code: 'InternalError', skewMs: 0 },
  unavailable: { status: 503, code: 'SlowDown', skewMs: 0 },
  skewed: { status: 403, code: 'RequestTimeTooSkewed', skewMs: SKEW_MS },
} as const;

function refuse(near: IncomingMessage, reply: ServerResponse, fault: keyof typeof REFUSALS): void {
  const { status, code, skewMs } = REFUSALS[fault];
  near.resume();
  const date = new Date(Date.now() + skewMs).toUTCString();
  reply.writeHead(status, { 'Content-Type': 'application/xml', Date: date });
  reply.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

function pass(
  near: IncomingMessage,
  reply: ServerResponse,
  to: { readonly host: string; readonly port: number },
  fault: S3Fault,
): void {
  const { method, url: path, headers } = near;
  const far = request({ ...to, method, path, headers });
  far.on('error', () => near.socket.destroy());
  reply.on('close', () => far.destroy());
  far.on('response', (response) => {
    response.on('error', () => near.socket.destroy());
    reply.writeHead(response.statusCode ?? 502, response.headers);
    const length = Number(response.headers['content-length'] ?? 0);
    const isCut = fault === 'truncated' && length > 1;
    if (isCut) response.pipe(cutAfter(Math.floor(length / 2), near)).pipe(reply);
    else response.pipe(reply);
  });
  near.pipe(far);
}

/** Passes so many bytes, then ends the connection. */
function cutAfter(limit: number, near: IncomingMessage): Transform {
  let left = limit;
  return new Transform({
    transform(bytes: Buffer, _encoding, done: TransformCallback) {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      done(null, passed);
      if (left === 0) setImmediate(() => near.socket.destroy());
    },
  });
}
