import type { ByteRange } from '../platform/storage/storage.port.js';

/**
 * An object whose bytes can be read in order, whole or in part, any number of times. A chunk is only
 * good until the next one is asked for.
 */
export interface ByteSource {
  readonly sizeBytes: number;
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Bytes that are in memory already, as an archive within an archive is. */
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
 * The bytes from `start` up to, not including, `end`, which lie within the source. Throws when
 * the store gives another number of bytes: that is the store's fault, not the archive's.
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
