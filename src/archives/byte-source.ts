import type { ByteRange } from '../platform/storage/storage.port.js';

/**
 * An object that can be read in order, completely or in part, any number of times. A chunk is valid
 * only until the next one is read.
 */
export interface ByteSource {
  readonly sizeBytes: number;
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

function wrongLength(askedBytes: number): Error {
  return new Error(`the store did not answer exactly the ${askedBytes} bytes that were asked for`);
}
