import { createHash } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ZodType } from 'zod';
import { hasSystemCode } from '../../error-code.js';
import { ObjectMissing } from '../storage.port.js';

/**
 * Only the store's own user can access its files and folders. The bytes of an object are read-only.
 */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OBJECT_MODE = 0o400;

/** Error codes of a file system without free space. */
export const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** The facts of bytes on disk. */
export interface Written {
  readonly sizeBytes: number;
  /** MD5 in hexadecimal. */
  readonly md5: string;
}

/**
 * Writes `body` into `file` with back-pressure, so memory holds one chunk. The bytes are not yet
 * synced to disk.
 */
export async function writeBody(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
): Promise<Written> {
  const md5 = createHash('md5');
  let sizeBytes = 0;
  for await (const chunk of body) {
    md5.update(chunk);
    await writeFully(file, chunk, sizeBytes);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, md5: md5.digest('hex') };
}

/**
 * Writes a whole chunk. One write may take fewer bytes than requested; the next one then fails with
 * the reason.
 */
export async function writeFully(
  file: FileHandle,
  chunk: Uint8Array,
  position: number,
): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const left = chunk.length - done;
    const { bytesWritten } = await file.write(chunk, done, left, position + done);
    done += bytesWritten;
  }
}

/** Opens a file, runs `work` and always closes the file. */
export async function withFile<T>(
  path: string,
  flags: 'r' | 'r+' | 'w' | 'wx',
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, FILE_MODE);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/**
 * Writes a small JSON file and returns when its bytes are durable. The durability of a new name
 * needs `syncDirectory`.
 */
export async function writeJson(path: string, value: object): Promise<void> {
  await withFile(path, 'w', async (file) => {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  });
}

/**
 * Reads a JSON file of a known shape. Returns null if the file is absent, and throws if the shape
 * differs.
 */
export async function readJson<T>(path: string, shape: ZodType<T>): Promise<T | null> {
  const text = await unlessAbsent(readFile(path, 'utf8'));
  return text === null ? null : shape.parse(JSON.parse(text));
}

/** Returns the result of a file operation, or null if the file is absent. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Makes an object's file read-only. */
export const protect = (path: string): Promise<void> => chmod(path, OBJECT_MODE);

/** Syncs a directory, so that new names survive a power failure. Windows does this by itself. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await withFile(path, 'r', (directory) => directory.sync());
}

/**
 * Renames a finished directory to its final name in one step. Returns false if the name is taken: a
 * rename never replaces a directory with files in it.
 */
export async function renameUnlessTaken(from: string, to: string): Promise<boolean> {
  await syncDirectory(from);
  const made = await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE });
  try {
    await rename(from, to);
  } catch (error) {
    if (await isTaken(error, to)) return false;
    throw error;
  }
  await syncDirectory(dirname(to));
  if (made !== undefined) await syncDirectory(dirname(made));
  return true;
}

/**
 * Moves the files `names` from one directory to another, where each replaces the file of its name
 * in one step. A reader opens the old or the new file; the name is never absent. Throws
 * `ObjectMissing` if a directory or file is absent.
 */
export async function replaceFiles(
  from: string,
  to: string,
  names: readonly string[],
): Promise<void> {
  try {
    for (const name of names) await rename(join(from, name), join(to, name));
    await syncDirectory(to);
  } catch (error) {
    throw hasSystemCode(error, 'ENOENT') ? new ObjectMissing('there is nothing to replace') : error;
  }
}

async function isTaken(error: unknown, path: string): Promise<boolean> {
  if (hasSystemCode(error, 'ENOTEMPTY', 'EEXIST')) return true;
  // Windows has no separate error code for it.
  return hasSystemCode(error, 'EPERM', 'EACCES') && (await unlessAbsent(stat(path))) !== null;
}
