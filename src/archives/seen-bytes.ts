import {
  CLASSIFIED_BYTES,
  ISO_MAGIC,
  THUMBNAIL_CACHES,
  TRAILER_BYTES,
} from '../registry/contents.js';

/** The bytes of a content that determine its kind. */
export interface SeenBytes {
  readonly sizeBytes: number;
  /** The first bytes, at most `CLASSIFIED_BYTES`. */
  readonly head: Uint8Array;
  /** The bytes at the offset of an ISO image's magic bytes. Empty if the content ends before. */
  readonly isoMagic: Uint8Array;
  /** The last bytes, at most `TRAILER_BYTES`. */
  readonly tail: Uint8Array;
  /**
   * Whether a thumbnail cache has the marks of an Office document or a Windows Installer package.
   * False for other contents.
   */
  readonly hasDocumentMarks: boolean;
}

/** Keeps the deciding bytes of a content that arrives in pieces. */
export interface BytesWatcher {
  /** Takes the piece at offset `at`. Pieces arrive in order and within the size. */
  take(piece: Uint8Array, at: number): void;
  /** Bytes that have not arrived yet have no defined value. */
  seen(): SeenBytes;
}

const EMPTY = new Uint8Array(0);

/** Watches a content of a known size; `name` is its file name. */
export function watchBytes(name: string, sizeBytes: number): BytesWatcher {
  // Pooled memory, because separate memory for each of many small files is expensive to collect.
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

/**
 * Describes bytes of which only the start is known, such as unpacked gzip. The size is infinite,
 * and all parts but the head are empty.
 */
export function seenHead(head: Uint8Array): SeenBytes {
  const sizeBytes = Number.POSITIVE_INFINITY;
  return { sizeBytes, head, isoMagic: EMPTY, tail: EMPTY, hasDocumentMarks: false };
}

/** Copies the overlap of a piece at offset `at` into a window that starts at `from`. */
function put(piece: Uint8Array, at: number, window: Uint8Array, from: number): void {
  const first = Math.max(at, from);
  const end = Math.min(at + piece.length, from + window.length);
  if (first < end) window.set(piece.subarray(first - at, end - at), first - from);
}

/** The names of streams and storages in Microsoft compound files. */
const STREAMS = [
  'VBA',
  'Macros',
  'WordDocument',
  'Workbook',
  'PowerPoint',
  'Ole10Native',
  'Equation',
];
/** The root class of a Windows Installer package, patch or transform, without its first byte. */
const INSTALLER = Buffer.from('100c0000000000c000000000000046', 'hex');

const MARKS = [...STREAMS.map((name) => Buffer.from(name, 'utf16le')), INSTALLER];
const OVERLAP_BYTES = Math.max(...MARKS.map(({ length }) => length)) - 1;

/** Searches a content in pieces for the marks of Office documents and Installer packages. */
function createMarkSearch(): { take(piece: Uint8Array): void; hasFound(): boolean } {
  let rest = Buffer.alloc(0);
  let found = false;
  return {
    take(piece) {
      if (found) return;
      const bytes = Buffer.concat([rest, piece]);
      found = MARKS.some((mark) => bytes.includes(mark));
      rest = Buffer.from(bytes.subarray(-OVERLAP_BYTES));
    },
    hasFound: () => found,
  };
}
