import { constants, copyFile, open, rm } from 'node:fs/promises';
import { demandExactly, passExactly } from '../measure.js';
import { type MeasuredBytes, ObjectMissing } from '../storage.port.js';
import { hasCode, NO_ROOM, withFile, writeFully } from './files.js';
import { readTransient } from './read-transient.js';

/** After so many bytes the disk has to catch up, so that the last sync does not take minutes. */
const SYNC_BYTES = 256 * 1024 * 1024;

/** The two ends of a copy. */
interface Names {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies a file into a new one with an inode of its own and returns once the disk holds it. The file
 * system shares the blocks if it can (reflink). Hashes the bytes of the copy, and throws `OtherBytes`
 * if they are not `measured`. Reads and writes in small steps: the event loop and the threads of the
 * file system stay free for others, and an aborted `signal` ends a long copy. Throws `ObjectMissing`.
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

/** False if the file system cannot share blocks between two files. */
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
  await demandExactly(readTransient(await open(to, 'r')), measured, signal);
  return true;
}

async function copy({ from, to }: Names, measured: MeasuredBytes, signal?: AbortSignal) {
  await withFile(to, 'wx', async (file) => {
    const bytes = readTransient(await open(from, 'r'));
    let at = 0;
    let syncedTo = 0;
    for await (const chunk of passExactly(bytes, measured, signal)) {
      await writeFully(file, chunk, at);
      at += chunk.length;
      if (at - syncedTo < SYNC_BYTES) continue;
      await file.datasync();
      syncedTo = at;
    }
    await file.datasync();
  });
}
