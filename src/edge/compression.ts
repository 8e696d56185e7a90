import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { codingOf } from '../platform/http/content-coding.js';
import { LIMITS } from '../registry/limits.js';
import { isCompressible, isShared, varyByCoding } from './compressible.js';
import { type Compressor, createCompressor } from './compressor.js';

/** Prepares a response so that its body is compressed if the request and the response allow it. */
export type Compression = (req: IncomingMessage, res: ServerResponse) => void;

/** Paths of files, which are sent in chunks and uncompressed. */
const BYTES = /^\/(?:storage|mirror|media)(?:\/|$)/i;

/**
 * Compresses bodies that are passed to `end` as a whole, such as JSON and HTML. A body in chunks
 * passes through, because compression would delay it.
 */
export function createCompression(compressor: Compressor = createCompressor()): Compression {
  return (req, res) => {
    if (!BYTES.test(req.url ?? '')) intercept(req, res, compressor);
  };
}

/** Delays the head until the body is known, because its length and coding depend on the body. */
function intercept(req: IncomingMessage, res: ServerResponse, compressor: Compressor): void {
  const { writeHead, write, end, flushHeaders } = res;
  let isPassing = false;
  const pass = () => {
    if (!isPassing) varyByCoding(res);
    isPassing = true;
  };
  res.writeHead = ((status: number, ...rest: WriteHeadRest) => {
    const headers = rest.find((part) => typeof part === 'object');
    if (isPassing || Array.isArray(headers)) {
      isPassing = true;
      return Reflect.apply(writeHead, res, [status, ...rest]);
    }
    const message = rest.find((part) => typeof part === 'string');
    res.statusCode = status;
    if (message !== undefined) res.statusMessage = message;
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (value !== undefined) res.setHeader(name, value);
    }
    return res;
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
    const whole = isPassing ? null : wholeBody(args);
    pass();
    const send = (...with_: unknown[]) => Reflect.apply(end, res, with_);
    if (whole === null || !isCompressible(req, res)) return send(...args);
    const coding = codingOf(req);
    if (coding === null) return send(...args);
    if (req.method === 'HEAD') {
      if (isOfFittingLength(Number(res.getHeader('Content-Length') ?? 0))) {
        // The length in this coding is unknown without the body.
        res.removeHeader('Content-Length');
        res.setHeader('Content-Encoding', coding);
      }
      return send(...args);
    }
    if (!isOfFittingLength(whole.length)) return send(...args);
    const release = hold(res);
    const sendAs = (encoded: Buffer | null) => {
      release();
      if (res.destroyed) return;
      if (encoded) res.setHeader('Content-Encoding', coding);
      const body = encoded ?? whole;
      res.setHeader('Content-Length', body.length);
      send(body, ...args.filter((arg) => typeof arg === 'function'));
    };
    compressor.compress(coding, whole, isShared(res)).then(sendAs, () => sendAs(null));
    return res;
  }) as typeof res.end;
}

/**
 * Whether a body of this length is compressed. Larger bodies are sent without delay and are not
 * hashed.
 */
function isOfFittingLength(bytes: number): boolean {
  return bytes >= LIMITS.compressedBytesMin && bytes <= LIMITS.compressedBytesMax;
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

/** Makes a response look ended during compression, so that no other part writes to it. */
function hold(res: ServerResponse): () => void {
  const names = ['headersSent', 'writableEnded'] as const;
  for (const name of names) {
    Object.defineProperty(res, name, { value: true, configurable: true });
  }
  return () => {
    for (const name of names) Reflect.deleteProperty(res, name);
  };
}
