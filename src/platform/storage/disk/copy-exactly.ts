import { constants, copyFile, open, rm } from 'node:fs/promises';
import { verifyStream, verifyToEnd } from '../measure.js';
import { type MeasuredBytes, ObjectMissing } from '../storage.port.js';
import { hasCode, NO_ROOM, withFile, writeFully } from './files.js';
import { readTransient } from './read-transient.js';

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
 * available. An aborted `signal` ends a long copy. Throws `ObjectMissing`.
 */
export async function copyExactly(
  names: Names,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<void> {
  try {
    if (!(await clone(names, measured, signal))) await copy(names, measured, signal);
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? new ObjectMissing('the source is gone') : error;
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
    if (hasCode(error, 'ENOENT', ...NO_ROOM)) throw error;
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
