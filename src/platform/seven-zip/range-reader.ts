import { readLater } from '../storage/byte-streams.js';
import type { ByteRange } from '../storage/storage.port.js';

/** The number of open streams. BCJ2, the decoder with the most inputs, reads four in turn. */
const STREAMS = 4;

/** A source of known size that can be read from any offset. */
export interface Readable {
  readonly sizeBytes: number;
  /** Opens the bytes of a range. Both the call and the bytes may throw. */
  read(range: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Reads at arbitrary offsets. */
export interface RangeReader {
  /**
   * Fills `into` with the bytes from `start`. Throws errors of the source, if it ends early, and
   * after `close`.
   */
  read(start: number, into: Uint8Array): Promise<void>;
  /** Closes all streams, also one that a read is just opening. */
  close(): Promise<void>;
}

interface OpenStream {
  readonly chunks: AsyncGenerator<Uint8Array>;
  position: number;
  rest: Uint8Array;
}

/**
 * Creates a reader. A read that continues where an earlier one ended reuses its stream. So a remote
 * store gets one request for a long run of bytes, not one per piece. Only one read at a time.
 */
export function createRangeReader(source: Readable): RangeReader {
  /** The most recently used stream is last. */
  const open: OpenStream[] = [];
  let isClosed = false;

  const openStream = (start: number): OpenStream => ({
    // Opened by its first read. So a stream that is closed before that has nothing to close.
    chunks: readLater(() => source.read({ start, end: source.sizeBytes - 1 })),
    position: start,
    rest: new Uint8Array(0),
  });

  const streamAt = async (start: number): Promise<OpenStream> => {
    if (isClosed) throw new Error('the reader is closed');
    const index = open.findIndex((stream) => stream.position === start);
    const [known] = index < 0 ? [] : open.splice(index, 1);
    const stream = known ?? openStream(start);
    open.push(stream);
    if (open.length > STREAMS) await open.shift()?.chunks.return(undefined);
    return stream;
  };

  return {
    read: async (start, into) => fill(into, await streamAt(start)),
    async close() {
      isClosed = true;
      for (const stream of open.splice(0)) await stream.chunks.return(undefined);
    },
  };
}

/** Fills `into` with the next bytes of a stream. */
async function fill(into: Uint8Array, stream: OpenStream): Promise<void> {
  for (let filledBytes = 0; filledBytes < into.length; ) {
    if (stream.rest.length === 0) {
      const next = await stream.chunks.next();
      if (next.done) throw new Error('the store returned fewer bytes than the object has');
      stream.rest = next.value;
      continue;
    }
    const piece = stream.rest.subarray(0, into.length - filledBytes);
    into.set(piece, filledBytes);
    stream.rest = stream.rest.subarray(piece.length);
    filledBytes += piece.length;
    stream.position += piece.length;
  }
}
