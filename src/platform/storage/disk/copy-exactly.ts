import { constants, copyFile, type FileHandle, open, rm } from 'node:fs/promises';
import { hasSystemCode } from '../../error-code.js';
import { verifyStream, verifyToEnd } from '../byte-streams.js';
import { type ByteRange, type MeasuredBytes, ObjectMissing } from '../storage.port.js';
import { NO_ROOM, withFile, writeFully } from './files.js';

/**
 * Large enough to make system calls cheap. Small enough that two buffers and their derived data fit
 * in the processor's cache, because several consumers read them.
 */
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads an open file with two alternating buffers: one is filled while the consumer uses the other.
 * A chunk is valid until the next request. With new memory for each chunk of a large file, garbage
 * collection would take longer than hashing. Closes the file at the end, also if the consumer stops
 * early; but not if the consumer never takes a chunk.
 */
export async function* readTransient(
  file: FileHandle,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  let filling: ReturnType<FileHandle['read']> | null = null;
  try {
    const { size } = await file.stat();
    const end = Math.min(size, range ? range.end + 1 : size);
    let at = range?.start ?? 0;
    const lengthBytes = Math.min(CHUNK_BYTES, Math.max(0, end - at));
    let current = Buffer.allocUnsafeSlow(lengthBytes);
    let spare = Buffer.allocUnsafeSlow(lengthBytes);
    const fill = (buffer: Buffer) => {
      const reading = file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      // The next request reports the failure. Until then, nothing awaits this promise.
      reading.catch(() => undefined);
      return reading;
    };
    if (at < end) filling = fill(current);
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

/** Syncs after this many bytes, so that the last sync does not take minutes. */
const SYNC_BYTES = 256 * 1024 * 1024;

/** The two paths of a copy. */
interface Names {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies a file to a new inode and returns when it is durable. The file system shares the blocks if
 * it can (reflink). Hashes the bytes of the copy, and throws `OtherBytes` if they are not
 * `measured`. Works in small steps, so that the event loop and the file system threads stay
 * available. Throws `ObjectMissing`, the reason of an aborted `signal`, and the system's error on a
 * full disk (`NO_ROOM`). After an error the caller removes the incomplete copy.
 */
export async function copyExactly(
  names: Names,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<void> {
  try {
    if (!(await clone(names, measured, signal))) await copy(names, measured, signal);
  } catch (error) {
    throw hasSystemCode(error, 'ENOENT') ? new ObjectMissing('the source is gone') : error;
  }
}

/** Returns false if the file system cannot share blocks between two files. */
async function clone(
  { from, to }: Names,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT', ...NO_ROOM)) throw error;
    await rm(to, { force: true });
    return false;
  }
  await withFile(to, 'r', (file) => file.sync());
  await verifyToEnd(readTransient(await open(to, 'r')), measured, signal);
  return true;
}

async function copy({ from, to }: Names, measured: MeasuredBytes, signal?: AbortSignal) {
  await withFile(to, 'wx', async (file) => {
    const bytes = readTransient(await open(from, 'r'));
    let at = 0;
    let syncedTo = 0;
    for await (const chunk of verifyStream(bytes, measured, signal)) {
      await writeFully(file, chunk, at);
      at += chunk.length;
      if (at - syncedTo < SYNC_BYTES) continue;
      await file.datasync();
      syncedTo = at;
    }
    await file.datasync();
  });
}
