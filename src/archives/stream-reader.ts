import type { ByteRange } from '../platform/storage/storage.port.js';
import { refuse } from './findings.js';

/** A forward-only reader of a stream. The tap sees every byte exactly once. */
export interface StreamReader {
  /** Number of consumed bytes. */
  position(): number;
  /** Returns the next bytes in one piece. For headers. */
  take(lengthBytes: number): Promise<Buffer>;
  /** Yields the next bytes without copying. A piece is valid only until the next one is read. */
  pieces(lengthBytes: number): AsyncIterable<Uint8Array>;
  /** Skips all remaining bytes. */
  drain(): Promise<void>;
  /** Closes the stream at any position. */
  close(): Promise<void>;
}

const EMPTY = new Uint8Array(0);

/** A stream that is being read. */
interface Feed {
  readonly iterator: AsyncIterator<Uint8Array>;
  readonly sizeBytes: number;
  readonly tap: (chunk: Uint8Array) => void | Promise<void>;
  /** The unread rest of the current chunk. */
  chunk: Uint8Array;
  arrivedBytes: number;
}

/**
 * Creates a reader of a stream of exactly `sizeBytes`. Reads throw an Error, not an ArchiveFault,
 * if the stream is shorter or longer, or if they go past its end. `tap` sees each chunk before it
 * is consumed, and may delay it.
 */
export function createStreamReader(
  chunks: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  tap: Feed['tap'] = () => {},
): StreamReader {
  const iterator = chunks[Symbol.asyncIterator]();
  const feed: Feed = { iterator, sizeBytes, tap, chunk: EMPTY, arrivedBytes: 0 };
  return {
    position: () => feed.arrivedBytes - feed.chunk.length,
    take: (lengthBytes) => take(feed, lengthBytes),
    pieces: (lengthBytes) => pieces(feed, lengthBytes),
    async drain() {
      while (await pull(feed));
    },
    async close() {
      await iterator.return?.();
    },
  };
}

/** Replaces the current chunk with the next one. Returns false at the end of the stream. */
async function pull(feed: Feed): Promise<boolean> {
  const next = await feed.iterator.next();
  if (!next.done) feed.arrivedBytes += next.value.length;
  const { arrivedBytes, sizeBytes } = feed;
  if (next.done ? arrivedBytes < sizeBytes : arrivedBytes > sizeBytes) {
    throw new Error(`the stream of an object of ${sizeBytes} bytes had ${arrivedBytes}`);
  }
  feed.chunk = next.done ? EMPTY : next.value;
  const pending = feed.tap(feed.chunk);
  if (pending) await pending;
  return !next.done;
}

async function* pieces(feed: Feed, lengthBytes: number): AsyncGenerator<Uint8Array> {
  for (let leftBytes = lengthBytes; leftBytes > 0; ) {
    if (feed.chunk.length === 0) {
      if (!(await pull(feed))) throw new Error('the reader was moved past the end of its stream');
      continue;
    }
    const piece = feed.chunk.subarray(0, leftBytes);
    feed.chunk = feed.chunk.subarray(piece.length);
    leftBytes -= piece.length;
    yield piece;
  }
}

async function take(feed: Feed, lengthBytes: number): Promise<Buffer> {
  if (lengthBytes <= feed.chunk.length) {
    // A copy, because the next chunk may reuse the memory while the piece is still in use.
    const piece = Buffer.from(feed.chunk.subarray(0, lengthBytes));
    feed.chunk = feed.chunk.subarray(lengthBytes);
    return piece;
  }
  const whole = Buffer.alloc(lengthBytes);
  let filledBytes = 0;
  for await (const piece of pieces(feed, lengthBytes)) {
    whole.set(piece, filledBytes);
    filledBytes += piece.length;
  }
  return whole;
}

/**
 * Reads the fields of a header in order. Each method that reads throws `archive_validation_failed`
 * beyond the last byte, and reads nothing then.
 */
export interface FieldReader {
  /** Number of unread bytes. */
  leftBytes(): number;
  /** The number of bytes before the next one. */
  position(): number;
  byte(): number;
  /** Little-endian, like all numbers of these formats. */
  uint16(): number;
  uint32(): number;
  /** Throws for numbers above the safe integers. */
  uint64(): number;
  bytes(lengthBytes: number): Buffer;
}

/** Creates the reader of a header. It starts at the first byte. */
export function createFieldReader(header: Buffer): FieldReader {
  let at = 0;
  /** Advances by a number of bytes and returns the previous position. */
  const pass = (lengthBytes: number): number => {
    if (lengthBytes > header.length - at) {
      refuse('archive_validation_failed', 'a header of the archive is cut off');
    }
    at += lengthBytes;
    return at - lengthBytes;
  };
  return {
    leftBytes: () => header.length - at,
    position: () => at,
    byte: () => header.readUInt8(pass(1)),
    uint16: () => header.readUInt16LE(pass(2)),
    uint32: () => header.readUInt32LE(pass(4)),
    uint64: () => safe(header.readBigUInt64LE(pass(8))),
    bytes: (lengthBytes) => header.subarray(pass(lengthBytes), at),
  };
}

/**
 * Converts to a JavaScript number. Throws `archive_validation_failed` above the safe integers: such
 * values are not valid sizes or offsets.
 */
export function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    refuse('archive_validation_failed', 'a number in a header of the archive is out of bounds');
  }
  return Number(value);
}

/**
 * An object that can be read in order, completely or in part, any number of times. A chunk is valid
 * only until the next one is read.
 */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Reads the range, or all bytes without one. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Wraps bytes in memory, such as a nested archive. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    async read(range = { start: 0, end: bytes.length - 1 }) {
      return (async function* () {
        yield bytes.subarray(range.start, range.end + 1);
      })();
    },
  };
}

/**
 * Reads the bytes from `start` (inclusive) to `end` (exclusive), which lie within the source.
 * Throws if the store returns another number of bytes: that is a fault of the store, not of the
 * archive.
 */
export async function readSlice(source: ByteSource, start: number, end: number): Promise<Buffer> {
  const slice = Buffer.alloc(end - start);
  if (slice.length === 0) return slice;
  let filledBytes = 0;
  for await (const chunk of await source.read({ start, end: end - 1 })) {
    if (filledBytes + chunk.length > slice.length) throw wrongLength(slice.length);
    slice.set(chunk, filledBytes);
    filledBytes += chunk.length;
  }
  if (filledBytes < slice.length) throw wrongLength(slice.length);
  return slice;
}

function wrongLength(requestedBytes: number): Error {
  return new Error(`the store did not return exactly the ${requestedBytes} requested bytes`);
}
