import type { Pagination } from '../../src/graphql/gateway.js';
import type { OpenCoding } from '../../src/platform/http/open-coding.js';
import type { ContentCoding } from '../../src/platform/http/serve-static.js';

/** Compresses a text and leaves it open. Null if compression does not help or too many wait. */
export type Compress = (coding: ContentCoding, text: Buffer) => Promise<OpenCoding | null>;

/**
 * Bytes as a text of Latin-1 characters. Node sends such a body together with the head in one system
 * call and without a copy, as long as both fit into 16 KiB.
 */
export type ByteText = string;

const HEAD_BYTES = 2048;
const SHORT_BYTES = 16 * 1024 - HEAD_BYTES;

/** The byte text of a body; null for a long one. */
export function byteTextOf(body: Buffer): ByteText | null {
  return body.length <= SHORT_BYTES ? body.toString('latin1') : null;
}

/** The part of a response that every caller gets with the same ETag, in all its codings. */
export interface SharedContent {
  readonly etag: string;
  /** The uncompressed content, without its end. */
  readonly text: Buffer;
  /** The same for a short content, in the form that Node writes fastest; null for a long one. */
  readonly bytes: ByteText | null;
  /** The compressed content, made on first use. Null if it is sent uncompressed. */
  open(coding: ContentCoding): Promise<OpenCoding | null>;
  /** The memory that it takes, in bytes, with its codings. */
  sizeBytes(): number;
}

/** Creates the content of an ETag. `onGrown` is called when a coding was added. */
export function createContent(
  etag: string,
  text: Buffer,
  compress: Compress,
  onGrown: () => void,
): SharedContent {
  const codings = new Map<ContentCoding, Promise<OpenCoding | null>>();
  const bytes = byteTextOf(text);
  let size = text.length + (bytes?.length ?? 0);
  async function add(coding: ContentCoding): Promise<OpenCoding | null> {
    const opened = await compress(coding, text).catch(() => null);
    if (opened === null) codings.delete(coding);
    else {
      size += opened.length;
      onGrown();
    }
    return opened;
  }
  return {
    etag,
    text,
    bytes,
    sizeBytes: () => size,
    open(coding) {
      const known = codings.get(coding);
      if (known) return known;
      const made = add(coding);
      codings.set(coding, made);
      return made;
    },
  };
}

/**
 * Splits the body of a response into its start, which belongs to the validator, and its end: the
 * pagination, whose cursor is new in each response.
 */
export function startOf(body: unknown, pagination: Pagination | null): string {
  if (pagination === null || typeof body !== 'object') return JSON.stringify(body);
  return JSON.stringify({ ...body, pagination: undefined }).slice(0, -1);
}

/** The end of a body; empty without pagination. */
export function endOf(pagination: Pagination | null): string {
  if (pagination === null) return '';
  const { nextCursor, hasMore, limit } = pagination;
  return `,"pagination":${JSON.stringify({ next_cursor: nextCursor, has_more: hasMore, limit })}}`;
}
