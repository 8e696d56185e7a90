import { createHash, type Hash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, rm, utimes } from 'node:fs/promises';

const CHUNK_BYTES = 1024 ** 2;
/** Room for a file that grows while it is read. */
const LEAST_CHUNK_BYTES = 16 * 1024;

/** The file changed its kind, or was replaced by a link. */
export class NotAFile extends Error {
  override name = 'NotAFile';
}

/** The facts of the bytes of a file. */
export interface Measured {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** How a file is copied. */
interface CopyOptions {
  readonly mode: number;
  /** Whether the copy gets the modification time of the file. */
  readonly keepsTime?: boolean;
}

/**
 * Copies a regular file to a new path and returns the facts of the copied bytes. They are durable
 * after `syncFileSystem`. Never follows a link at `from` (except on Windows), and never replaces a
 * file. A failed copy leaves nothing. Throws `NotAFile`.
 */
export async function copyFile(
  from: string,
  to: string,
  { mode, keepsTime = false }: CopyOptions,
): Promise<Measured> {
  return withRegularFile(from, async (source, found) => {
    const target = await open(to, 'wx', mode);
    try {
      const measured = await pump(source, found.size, (chunk, at) => writeAt(target, chunk, at));
      // Zeros at the end were skipped, so only this sets the size.
      await target.truncate(measured.sizeBytes);
      // On other systems, `syncFileSystem` at the end is much faster than thousands of these calls.
      if (process.platform === 'win32') await target.datasync();
      if (keepsTime) await utimes(to, found.atime, found.mtime);
      return measured;
    } catch (error) {
      await rm(to, { force: true });
      throw error;
    } finally {
      await target.close();
    }
  });
}

/** Reads a regular file and returns its facts. Throws `NotAFile`. */
export function measureFile(path: string): Promise<Measured> {
  return withRegularFile(path, (file, { size }) => pump(file, size, async () => undefined));
}

async function withRegularFile<T>(
  path: string,
  work: (file: FileHandle, found: Stats) => Promise<T>,
): Promise<T> {
  const file = await openFile(path);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new NotAFile(`${path} is not a file`);
    return await work(file, found);
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  // O_NONBLOCK: a named pipe in place of a file must not block the command. Windows has neither
  // flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOOP')) throw error;
    throw new NotAFile(`${path} is a link`, { cause: error });
  }
}

/**
 * Passes the bytes of a file on, whose size may differ from `knownBytes` by now. A cluster has a
 * thousand small files, and a large buffer for each would make Node collect garbage all the time.
 */
async function pump(
  source: FileHandle,
  knownBytes: number,
  take: (chunk: Uint8Array, at: number) => Promise<void>,
): Promise<Measured> {
  const hash: Hash = createHash('sha256');
  const chunkBytes = Math.min(CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, knownBytes));
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let sizeBytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, sizeBytes);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await take(chunk, sizeBytes);
    sizeBytes += bytesRead;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

const ZEROS = Buffer.alloc(CHUNK_BYTES);

/**
 * Skips zeros, so that a sparse file stays sparse: that of an unfinished upload has its final size
 * from the start.
 */
async function writeAt(target: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  if (ZEROS.subarray(0, chunk.length).equals(chunk)) return;
  let done = 0;
  while (done < chunk.length) {
    done += (await target.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
  }
}
