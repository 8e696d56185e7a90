import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../core/errors.js';
import { pause } from '../core/retry.js';
import { codeOf } from './system-error.js';

/**
 * Opens a file for reading and writing, and creates it if it is missing. Throws FileError `unsafe`
 * for a symbolic link or a device at its name, and `disk_full`. Throws other system errors unchanged.
 */
export async function openOwn(path: string, mode: number): Promise<FileHandle> {
  // Windows has no such flag, and links there need a privilege.
  const noFollow = constants.O_NOFOLLOW ?? 0;
  try {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | noFollow, mode);
    if (await isOrdinary(file)) return file;
  } catch (error) {
    if (codeOf(error) !== 'ELOOP') throw asFileError(error);
  }
  throw new FileError('unsafe', `${path} is not a regular file`);
}

/** Returns whether an open file is an ordinary one. Closes it if not, and if that is unknown. */
async function isOrdinary(file: FileHandle): Promise<boolean> {
  let isFile = false;
  try {
    isFile = (await file.stat()).isFile();
  } finally {
    if (!isFile) await file.close();
  }
  return isFile;
}

/**
 * Writes a file with this mode. A crash or an error leaves the old content or the new one. Throws
 * FileError `disk_full`, and other system errors.
 */
export async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await whileInUse(() => rename(draft, path));
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw asFileError(error);
  }
}

/** The errors of Windows for a file that another program has open. */
const IN_USE = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** Programs that read a small file, such as scanners for viruses, need far less. */
const IN_USE_MS = 1000;
const IN_USE_POLL_MS = 20;

/**
 * Runs a replacement or a read of a file. On Windows, tries again for about a second while another
 * program has the file open. Then, and on other systems at once, it throws the error of the work.
 */
export async function whileInUse<T>(
  work: () => Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> {
  const until = performance.now() + IN_USE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isInUse = platform === 'win32' && IN_USE.has(codeOf(error) ?? '');
      if (!isInUse || performance.now() >= until) throw error;
    }
    await pause(IN_USE_POLL_MS);
  }
}

/**
 * Makes a rename in this folder durable if the system can; never throws. Windows cannot open
 * folders, and needs no such step.
 */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // The rename has happened; only its durability after a power failure is unknown.
  }
}

/**
 * FileError `disk_full` for a system error that means that no room is left. Returns any other error
 * unchanged.
 */
export function asFileError(error: unknown): unknown {
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '');
  return isFull
    ? new FileError('disk_full', 'no room is left for the file', { cause: error })
    : error;
}
