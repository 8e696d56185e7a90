import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  type ContentCoding,
  codingOf,
  isCompressibleLength,
} from '../platform/http/content-coding.js';
import { type Compressor, isCompressible, isShared, varyByCoding } from './compressor.js';

/**
 * Prepares a response so that its body is compressed if the request and the response allow it. From
 * then on `writeHead` only stores the head, which is sent with the body.
 */
export type Compression = (req: IncomingMessage, res: ServerResponse) => void;

/** Paths of files, which are sent in chunks and uncompressed. */
const BYTES = /^\/(?:storage|mirror|media)(?:\/|$)/i;

/**
 * Compresses bodies that are passed to `end` as a whole, such as JSON and HTML. A body in chunks
 * passes through, because compression would delay it. So does a very short or very long body
 * (`isCompressibleLength`), and one that may not be compressed (`isCompressible`).
 */
export function createCompression(compressor: Pick<Compressor, 'compress'>): Compression {
  return (req, res) => {
    if (!BYTES.test(req.url ?? '')) intercept(req, res, compressor);
  };
}

/** Delays the head until the body is known, because its length and coding depend on the body. */
function intercept(
  req: IncomingMessage,
  res: ServerResponse,
  compressor: Pick<Compressor, 'compress'>,
): void {
  const { writeHead, write, end, flushHeaders } = res;
  let isPassing = false;
  const pass = () => {
    if (!isPassing) varyByCoding(res);
    isPassing = true;
  };
  res.writeHead = ((status: number, ...rest: WriteHeadRest) => {
    const headers = rest.find((part) => typeof part === 'object');
    if (!isPassing && !Array.isArray(headers)) return keepHead(res, status, rest, headers);
    isPassing = true;
    return Reflect.apply(writeHead, res, [status, ...rest]);
  }) as typeof res.writeHead;
  res.flushHeaders = () => {
    pass();
    flushHeaders.call(res);
  };
  res.write = ((...args: unknown[]) => {
    pass();
    return Reflect.apply(write, res, args);
  }) as typeof res.write;
  res.end = ((...args: unknown[]) => {
    const body = isPassing ? null : wholeBody(args);
    pass();
    const send: Send = (...given) => Reflect.apply(end, res, given);
    const coding = body && isCompressible(req, res) ? codingOf(req) : null;
    if (!body || !coding) return send(...args);
    if (req.method === 'HEAD') announce(coding, res);
    if (req.method === 'HEAD' || !isCompressibleLength(body.length)) return send(...args);
    const callbacks = args.filter((arg) => typeof arg === 'function');
    const compressed = compressor.compress(coding, body, isShared(res));
    sendLater(res, { coding, body, compressed }, (bytes) => send(bytes, ...callbacks));
    return res;
  }) as typeof res.end;
}

/** Sends a body with the original `end` of a response. */
type Send = (...args: unknown[]) => ServerResponse;

/** Stores a head for later, instead of sending it. */
function keepHead(
  res: ServerResponse,
  status: number,
  rest: WriteHeadRest,
  headers: OutgoingHttpHeaders | undefined,
): ServerResponse {
  const message = rest.find((part) => typeof part === 'string');
  res.statusCode = status;
  if (message !== undefined) res.statusMessage = message;
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== undefined) res.setHeader(name, value);
  }
  return res;
}

/** Gives a HEAD the headers of the GET. The length in the coding is unknown without the body. */
function announce(coding: ContentCoding, res: ServerResponse): void {
  if (!isCompressibleLength(Number(res.getHeader('Content-Length') ?? 0))) return;
  res.removeHeader('Content-Length');
  res.setHeader('Content-Encoding', coding);
}

/** A body on its way through the compressor, which gives null if compression does not help. */
interface Compressing {
  readonly coding: ContentCoding;
  readonly body: Buffer;
  readonly compressed: Promise<Buffer | null>;
}

/** Sends a body after its compression, or uncompressed if that failed. */
function sendLater(
  res: ServerResponse,
  { coding, body, compressed }: Compressing,
  send: (bytes: Buffer) => void,
): void {
  const release = markEnded(res);
  const sendAs = (encoded: Buffer | null) => {
    release();
    if (res.destroyed) return;
    if (encoded) res.setHeader('Content-Encoding', coding);
    const bytes = encoded ?? body;
    res.setHeader('Content-Length', bytes.length);
    send(bytes);
  };
  compressed.then(sendAs, () => sendAs(null));
}

type WriteHeadRest = readonly (string | OutgoingHttpHeaders | unknown[] | undefined)[];

/** The body in the arguments of `end`; empty without one. */
function wholeBody([chunk, encoding]: readonly unknown[]): Buffer | null {
  if (typeof chunk === 'string') {
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  }
  if (Buffer.isBuffer(chunk)) return chunk;
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
}

/**
 * Makes a response look ended during compression, so that no other part writes to it. Returns the
 * function that undoes this.
 */
function markEnded(res: ServerResponse): () => void {
  const names = ['headersSent', 'writableEnded'] as const;
  for (const name of names) {
    Object.defineProperty(res, name, { value: true, configurable: true });
  }
  return () => {
    for (const name of names) Reflect.deleteProperty(res, name);
  };
}
