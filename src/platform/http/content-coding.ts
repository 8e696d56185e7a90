import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  crc32,
  deflateRaw,
  type ZlibOptions,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { LIMITS } from '../../registry/limits.js';

/** The codings that the service can send a response in. */
export type ContentCoding = 'br' | 'gzip';

const CODINGS = ['br', 'gzip', 'identity'];

/** The library's types lack its option for codings of the same weight. */
interface Preferring {
  encoding(available: string[], options: { readonly preferred: string[] }): string | undefined;
}

/**
 * The coding that a request prefers (RFC 9110 12.5.3), or null to send the bytes unchanged. Among
 * codings of the same weight `br` comes before `gzip`.
 */
export function codingOf(req: IncomingMessage): ContentCoding | null {
  const accepted = req.headers['accept-encoding'];
  if (accepted === undefined) return null;
  const known = typeof accepted === 'string' ? chosenFor.get(accepted) : undefined;
  if (known !== undefined) return known === 'none' ? null : known;
  const negotiator: Preferring = new Negotiator(req);
  const chosen = negotiator.encoding(CODINGS, { preferred: CODINGS });
  const coding = chosen === 'br' || chosen === 'gzip' ? chosen : null;
  if (typeof accepted === 'string' && accepted.length <= ACCEPTED_LENGTH) {
    chosenFor.set(accepted, coding ?? 'none');
  }
  return coding;
}

/** The choice for recent values of `Accept-Encoding`: clients send few different ones. */
const chosenFor = new LRUCache<string, ContentCoding | 'none'>({ max: 200 });
const ACCEPTED_LENGTH = 100;

/** Adds `Accept-Encoding` to a `Vary` value. */
export function variedByCoding(vary: string): string {
  const names = vary.split(',').map((name) => name.trim());
  if (names.some((name) => name === '*' || name.toLowerCase() === 'accept-encoding')) return vary;
  return [...names.filter((name) => name !== ''), 'Accept-Encoding'].join(', ');
}

/**
 * A compressed text that still lacks its end. Many responses share the compressed part, and each
 * gets an end of its own without another compression.
 */
export interface OpenCoding {
  /** The number of compressed bytes. */
  readonly length: number;
  /** The whole content with this end, which is stored uncompressed: at most 65,535 bytes. */
  close(end: Buffer): Buffer;
}

const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

/** The same bytes without the rest of the 16 KiB that zlib reserves for a short output. */
function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/**
 * Whether a body of this length is compressed. Shorter ones would gain little, and longer ones are
 * sent without that delay.
 */
export function isCompressibleLength(bytes: number): boolean {
  return bytes >= LIMITS.compressedBytesMin && bytes <= LIMITS.compressedBytesMax;
}

/** Compresses a text in one of Node's threads, and leaves the compressed stream open. */
export function openCoding(coding: ContentCoding, text: Buffer): Promise<OpenCoding> {
  return coding === 'gzip' ? openGzip(text) : openBrotli(text);
}

/** No time and no name; made on Unix (RFC 1952 2.3). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

async function openGzip(text: Buffer): Promise<OpenCoding> {
  // A synchronizing flush ends the output at a byte, without a final block.
  const flushed = await deflate(text, {
    level: LIMITS.compressionQuality,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const body = ownMemory(flushed);
  const sum = crc32(text);
  return {
    length: GZIP_HEAD.length + body.length,
    close(end) {
      // The final block is a stored one (RFC 1951 3.2.4).
      const head = Buffer.alloc(5, 1);
      head.writeUInt16LE(end.length, 1);
      head.writeUInt16LE(0xffff - end.length, 3);
      const trailer = Buffer.alloc(8);
      // zlib starts again for an empty buffer without memory.
      trailer.writeUInt32LE(end.length === 0 ? sum : crc32(end, sum), 0);
      trailer.writeUInt32LE((text.length + end.length) % 2 ** 32, 4);
      return Buffer.concat([GZIP_HEAD, body, head, end, trailer]);
    },
  };
}

/** An empty last meta-block (RFC 7932 9.2). */
const BROTLI_LAST = Buffer.from([0b11]);

async function openBrotli(text: Buffer): Promise<OpenCoding> {
  const flushed = await brotli(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: LIMITS.compressionQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });
  const body = ownMemory(flushed);
  return {
    length: body.length,
    close(end) {
      if (end.length === 0) return Buffer.concat([body, BROTLI_LAST]);
      // An uncompressed meta-block, whose length has four nibbles (RFC 7932 9.2).
      const head = Buffer.alloc(3);
      head.writeUIntLE(((end.length - 1) << 3) | (1 << 19), 0, 3);
      return Buffer.concat([body, head, end, BROTLI_LAST]);
    },
  };
}
