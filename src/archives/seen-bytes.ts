import {
  CLASSIFIED_BYTES,
  ISO_MAGIC,
  THUMBNAIL_CACHES,
  TRAILER_BYTES,
} from '../registry/contents.js';
import { createMarkSearch } from './mark-search.js';

/** The bytes of a content that decide its kind. */
export interface SeenBytes {
  readonly sizeBytes: number;
  /** The first bytes, `CLASSIFIED_BYTES` where it has as many. */
  readonly head: Uint8Array;
  /** The bytes where a disk image has its magic; empty where the content is shorter. */
  readonly isoMagic: Uint8Array;
  /** The last bytes, `TRAILER_BYTES` where it has as many. */
  readonly tail: Uint8Array;
  /** Whether a thumbnail cache holds what documents with macros have. False for other contents. */
  readonly hasDocumentMarks: boolean;
}

/** Keeps what is needed of a content that passes in pieces. */
export interface BytesWatcher {
  /** Takes the piece that begins `at`. Pieces come in order, and not beyond the size. */
  take(piece: Uint8Array, at: number): void;
  seen(): SeenBytes;
}

const EMPTY = new Uint8Array(0);

/** Watches a content of a known size; `name` is that of its file. */
export function watchBytes(name: string, sizeBytes: number): BytesWatcher {
  // Pooled: memory of its own for each of many small files keeps the collector busy.
  const head = Buffer.allocUnsafe(Math.min(CLASSIFIED_BYTES, sizeBytes));
  const isoMagic =
    sizeBytes < ISO_MAGIC.at + ISO_MAGIC.bytes ? EMPTY : new Uint8Array(ISO_MAGIC.bytes);
  const tailBytes = Math.min(TRAILER_BYTES, sizeBytes);
  // The head of a short content includes its tail.
  const tail = sizeBytes === head.length ? head : Buffer.allocUnsafe(tailBytes);
  const marks = THUMBNAIL_CACHES.has(name.toLowerCase()) ? createMarkSearch() : null;
  return {
    take(piece, at) {
      if (at < head.length) put(piece, at, head, 0);
      if (tail !== head) put(piece, at, tail, sizeBytes - tailBytes);
      if (isoMagic !== EMPTY) put(piece, at, isoMagic, ISO_MAGIC.at);
      marks?.take(piece);
    },
    seen: () => ({ sizeBytes, head, isoMagic, tail, hasDocumentMarks: marks?.hasFound() ?? false }),
  };
}

/** Bytes of which no more is known than how they begin, as those that gzip has packed. */
export function seenHead(head: Uint8Array): SeenBytes {
  const sizeBytes = Number.POSITIVE_INFINITY;
  return { sizeBytes, head, isoMagic: EMPTY, tail: EMPTY, hasDocumentMarks: false };
}

/** Copies what a piece, which begins `at`, has of a window that begins at `from`. */
function put(piece: Uint8Array, at: number, window: Uint8Array, from: number): void {
  const first = Math.max(at, from);
  const end = Math.min(at + piece.length, from + window.length);
  if (first < end) window.set(piece.subarray(first - at, end - at), first - from);
}
