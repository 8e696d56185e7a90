import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../platform/concurrency.js';
import {
  type ContentCoding,
  type OpenCoding,
  openCoding,
  variedByCoding,
} from '../platform/http/content-coding.js';
import { LIMITS } from '../registry/limits.js';

/** Compresses bodies in Node's threads, a few at a time. */
export interface Compressor {
  /**
   * Returns the compressed body, or null if compression does not help or too many bodies wait.
   * Shared bodies are the same for all callers, so their compressed form is cached.
   */
  compress(coding: ContentCoding, body: Buffer, isShared: boolean): Promise<Buffer | null>;
  /**
   * Compresses a text that many responses begin with. Each response adds its own end without
   * another compression (`close`). Returns null in the cases of `compress`.
   */
  open(coding: ContentCoding, text: Buffer): Promise<OpenCoding | null>;
}

/** The limits of a compressor: running and waiting compressions, and the size of its cache. */
interface CompressorOptions {
  readonly atOnce?: number;
  readonly waiting?: number;
  readonly cacheBytes?: number;
}

const ENCODE: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: LIMITS.compressionQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => zip(body, { level: LIMITS.compressionQuality }),
};
const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const zip = promisify<Buffer, ZlibOptions, Buffer>(gzip);

/** Creates the compressor of a process. */
export function createCompressor(options: CompressorOptions = {}): Compressor {
  const { atOnce = LIMITS.compressionsAtOnce, waiting = LIMITS.compressionsWaiting } = options;
  const { cacheBytes = LIMITS.compressedCacheBytes } = options;
  const attempt = attempting(atOnce, waiting);
  const kept = createCache(cacheBytes);
  const running = new Map<string, Promise<Buffer | null>>();

  const encode = (coding: ContentCoding, body: Buffer): Promise<Buffer | null> =>
    attempt(body, () => ENCODE[coding](body));

  /**
   * Caches the result by the hash of the content, so that no ETag or URL can return other bytes.
   */
  async function encodeOnce(key: string, coding: ContentCoding, body: Buffer) {
    const known = kept.get(key) ?? running.get(key);
    if (known) return known;
    const made = encode(coding, body);
    running.set(key, made);
    try {
      const encoded = await made;
      if (encoded) kept.set(key, encoded);
      return encoded;
    } finally {
      running.delete(key);
    }
  }

  return {
    compress: (coding, body, isShared) =>
      isShared
        ? encodeOnce(`${coding} ${hash('sha256', body, 'base64url')}`, coding, body)
        : encode(coding, body),
    open: (coding, text) => attempt(text, () => openCoding(coding, text)),
  };
}

/** Runs compressions, unless too many wait. Null if the result is not smaller. */
function attempting(atOnce: number, waiting: number) {
  const semaphore = createSemaphore(atOnce);
  return async <T extends { length: number }>(body: Buffer, work: () => Promise<T>) => {
    if (semaphore.waiting() >= waiting) return null;
    const encoded = await semaphore.run(work);
    return encoded.length < body.length ? encoded : null;
  };
}

/** A cache of compressed bodies, at most so many bytes in all. */
function createCache(maxSize: number): LRUCache<string, Buffer> {
  return new LRUCache({ maxSize, sizeCalculation: ({ length }) => length + 1 });
}

/** Media types of text. Pictures, fonts and archives are already compressed. */
const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b|application\/javascript\b|image\/svg\+xml\b)/i;

/** Adds `Accept-Encoding` to `Vary` if the response has a compressible media type. */
export function varyByCoding(res: ServerResponse): void {
  if (!isText(res)) return;
  res.setHeader('Vary', variedByCoding(textOf(res, 'Vary')));
}

/**
 * Returns whether the body of a response may be compressed. Rules:
 * - text with a status that has a body; no range, and no other content coding
 * - no `no-transform`, the mark of responses that contain a signed URL or a secret
 * - no strong ETag, because it names exact bytes and `If-Match` needs it unchanged
 * - no request with a cookie that another site may have caused: see `isFromElsewhere`
 */
export function isCompressible(req: IncomingMessage, res: ServerResponse): boolean {
  const { statusCode } = res;
  if (!isText(res) || statusCode < 200 || [204, 206, 304].includes(statusCode)) return false;
  if (res.hasHeader('Content-Encoding') || res.hasHeader('Content-Range')) return false;
  // Files are sent in chunks and uncompressed, and a HEAD must match that.
  if (res.hasHeader('Accept-Ranges')) return false;
  if (/\bno-transform\b/i.test(textOf(res, 'Cache-Control'))) return false;
  const etag = textOf(res, 'ETag');
  return (etag === '' || etag.startsWith('W/')) && !isFromElsewhere(req);
}

/**
 * Returns whether the response is the same for all callers, so that its compressed form can be
 * cached.
 */
export function isShared(res: ServerResponse): boolean {
  return /\bpublic\b/i.test(textOf(res, 'Cache-Control'));
}

/**
 * Returns whether another site may have caused this request with the browser's cookies. The length
 * of a compressed response reveals repeated text. So a site that controls part of the text could
 * guess another part (BREACH). Browsers send the relation to the requesting site in
 * `Sec-Fetch-Site`. A request with a cookie and without this header counts as one of another site.
 */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  if (headers.cookie === undefined) return false;
  return !['same-origin', 'none'].includes(String(headers['sec-fetch-site']));
}

function isText(res: ServerResponse): boolean {
  return TEXT.test(textOf(res, 'Content-Type'));
}

function textOf(res: ServerResponse, name: string): string {
  const value = res.getHeader(name);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
