/** A forward-only position in a stream. The tap sees every byte exactly once. */
export interface Cursor {
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

/**
 * Opens a cursor on a stream of exactly `sizeBytes`. All methods throw if the stream is shorter or
 * longer. `tap` sees each chunk before it is consumed, and may delay it.
 */
export function createCursor(
  chunks: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  tap: (chunk: Uint8Array) => void | Promise<void> = () => {},
): Cursor {
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk: Uint8Array = EMPTY;
  let arrivedBytes = 0;

  const pull = async (): Promise<boolean> => {
    const next = await iterator.next();
    if (!next.done) arrivedBytes += next.value.length;
    if (next.done ? arrivedBytes < sizeBytes : arrivedBytes > sizeBytes) {
      throw new Error(`the stream of an object of ${sizeBytes} bytes had ${arrivedBytes}`);
    }
    chunk = next.done ? EMPTY : next.value;
    const held = tap(chunk);
    if (held) await held;
    return !next.done;
  };

  async function* pieces(lengthBytes: number): AsyncGenerator<Uint8Array> {
    for (let leftBytes = lengthBytes; leftBytes > 0; ) {
      if (chunk.length === 0) {
        if (!(await pull())) throw new Error('the cursor was moved past the end of its stream');
        continue;
      }
      const piece = chunk.subarray(0, leftBytes);
      chunk = chunk.subarray(piece.length);
      leftBytes -= piece.length;
      yield piece;
    }
  }

  return {
    position: () => arrivedBytes - chunk.length,
    pieces,
    async take(lengthBytes) {
      if (lengthBytes <= chunk.length) {
        // A copy, because the next chunk may reuse the memory while the piece is still in use.
        const piece = Buffer.from(chunk.subarray(0, lengthBytes));
        chunk = chunk.subarray(lengthBytes);
        return piece;
      }
      const whole = Buffer.alloc(lengthBytes);
      let filledBytes = 0;
      for await (const piece of pieces(lengthBytes)) {
        whole.set(piece, filledBytes);
        filledBytes += piece.length;
      }
      return whole;
    },
    async drain() {
      while (await pull());
    },
    async close() {
      await iterator.return?.();
    },
  };
}
