import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../storage.port.js';

/**
 * Large enough that asking costs little beside reading, and small enough that two of them, and what is
 * made of them, stay in the cache of a processor, where they are looked at several times.
 */
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads an open file in two buffers that are used in turn: while the reader works on one, the next
 * is filled. A chunk is good until the next one is asked for. With new memory for each chunk, the
 * collector would take longer over a large file than hashing it does. Closes the file at the end.
 */
export async function* readTransient(
  file: FileHandle,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat();
  const end = Math.min(size, range ? range.end + 1 : size);
  let at = range?.start ?? 0;
  const lengthBytes = Math.min(CHUNK_BYTES, Math.max(0, end - at));
  let current = Buffer.allocUnsafeSlow(lengthBytes);
  let spare = Buffer.allocUnsafeSlow(lengthBytes);
  const fill = (buffer: Buffer) => {
    const filling = file.read(buffer, 0, Math.min(buffer.length, end - at), at);
    // Whoever asks for the next chunk is told; until then nobody is there to hear of it.
    filling.catch(() => undefined);
    return filling;
  };
  let filling = at < end ? fill(current) : null;
  try {
    while (filling) {
      const { bytesRead } = await filling;
      at += bytesRead;
      filling = bytesRead > 0 && at < end ? fill(spare) : null;
      yield current.subarray(0, bytesRead);
      [current, spare] = [spare, current];
    }
  } finally {
    await filling?.catch(() => undefined);
    await file.close();
  }
}
