import { createHash } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ZodType } from 'zod';
import { ObjectMissing } from '../storage.port.js';

/** Folders and files of the store are for its own user alone; an object's bytes are never written again. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OBJECT_MODE = 0o400;

/** Error codes by which a file system says that there is no room for more bytes. */
export const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether the operating system gave one of `codes` as the reason of `error`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** What is known of bytes once they are on disk. */
export interface Written {
  readonly sizeBytes: number;
  /** MD5 in hexadecimal. */
  readonly md5: string;
}

/**
 * Writes `body` into `file`. It asks for the next chunk only when the last one is written, so memory
 * holds one chunk whatever the size. The disk may not hold the bytes yet.
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

/** Writes a whole chunk. One write may take fewer bytes than asked; the next fails with the reason. */
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

/** Opens a file for the time of `work`, and closes it however that ends. */
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

/** Writes a small JSON file and returns once the disk holds it. */
export async function writeJson(path: string, value: object): Promise<void> {
  await withFile(path, 'w', async (file) => {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  });
}

/** Reads a JSON file of a known shape; null when there is none, throws when it has another. */
export async function readJson<T>(path: string, shape: ZodType<T>): Promise<T | null> {
  const text = await unlessAbsent(readFile(path, 'utf8'));
  return text === null ? null : shape.parse(JSON.parse(text));
}

/** The result of a file operation, or null when what it needs is not there. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Takes away the right to write to the bytes of an object. */
export const protect = (path: string): Promise<void> => chmod(path, OBJECT_MODE);

/** Makes new names in a directory survive a power cut. Windows does that on its own. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await withFile(path, 'r', (directory) => directory.sync());
}

/**
 * Gives a finished directory its final name in one step. False when something already stands
 * there: a rename never replaces a directory that has files in it.
 */
export async function settle(from: string, to: string): Promise<boolean> {
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
 * Moves files over those of the same names in another directory, each in one step: a reader
 * opens the old or the new one, and there is no moment without it. Throws `ObjectMissing` if the
 * directory is gone.
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
    throw hasCode(error, 'ENOENT') ? new ObjectMissing('there is nothing to replace') : error;
  }
}

async function isTaken(error: unknown, path: string): Promise<boolean> {
  if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return true;
  // Windows has no code of its own for it.
  return hasCode(error, 'EPERM', 'EACCES') && (await unlessAbsent(stat(path))) !== null;
}
