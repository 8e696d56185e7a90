import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ContentCoding } from '../platform/http/content-coding.js';
import { createSemaphore } from '../platform/semaphore.js';
import { LIMITS } from '../registry/limits.js';

/** Compresses bodies in Node's threads, a few at a time. */
export interface Compressor {
  /**
   * Returns the compressed body, or null if compression does not help or too many bodies wait.
   * Shared bodies are the same for all callers, so their compressed form is cached.
   */
  compress(coding: ContentCoding, body: Buffer, isShared: boolean): Promise<Buffer | null>;
}

/** The limits of a compressor. */
export interface CompressorOptions {
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
  const places = createSemaphore(atOnce);
  const kept = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 1,
  });
  const running = new Map<string, Promise<Buffer | null>>();

  async function encode(coding: ContentCoding, body: Buffer): Promise<Buffer | null> {
    if (places.waiting() >= waiting) return null;
    const encoded = await places.run(() => ENCODE[coding](body));
    return encoded.length < body.length ? encoded : null;
  }

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
  };
}
