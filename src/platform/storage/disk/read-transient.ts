import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../storage.port.js';

/**
 * Large enough to make system calls cheap. Small enough that two buffers and their derived data fit
 * in the processor's cache, because several consumers read them.
 */
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads an open file with two alternating buffers: one is filled while the consumer uses the other.
 * A chunk is valid until the next request. With new memory for each chunk of a large file, garbage
 * collection would take longer than hashing. Closes the file at the end.
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
    // The next request reports the failure. Until then, nothing awaits this promise.
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
