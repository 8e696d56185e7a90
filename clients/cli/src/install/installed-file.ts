import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { type Failure, failure } from '../failure.js';
import { errnoText, isErrno } from '../file-errors.js';
import { texts } from '../language.js';

/**
 * The content of a path: nothing, a file with its digest, a folder, or something else, such as a
 * link. A rename onto the path replaces anything but a folder.
 */
export type Present =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly sha256: string; readonly sizeBytes: number }
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' };

/**
 * Reads what is at a path. Does not follow a link: it has the kind `other`. Throws `file_unusable`
 * for a file that cannot be read, and the reason of an aborted signal.
 */
export async function presentAt(path: string, signal: AbortSignal): Promise<Present> {
  try {
    const entry = await lstat(path);
    if (!entry.isFile()) return { kind: entry.isDirectory() ? 'folder' : 'other' };
    return await digestOf(path, signal);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { kind: 'absent' };
    if (isErrno(error, 'ELOOP')) return { kind: 'other' };
    if (signal.aborted) throw signal.reason;
    throw failure('file_unusable', { file: path, reason: errnoText(error) });
  }
}

async function digestOf(path: string, signal: AbortSignal): Promise<Present> {
  // A link that replaced the file in the meantime is not followed, except on Windows.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of handle.createReadStream({
      highWaterMark: 1 << 20,
      autoClose: false,
    })) {
      signal.throwIfAborted();
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
  } finally {
    await handle.close();
  }
  return { kind: 'file', sha256: hash.digest('hex'), sizeBytes };
}

/** The failure `file_unusable` for a folder at a path that needs a file. */
export function folderInWay(path: string): Failure {
  return failure('file_unusable', { file: path, reason: FOLDER });
}

const FOLDER = texts({
  en: 'a folder is in the place of this file. Move it away, and run the command again.',
  de: 'ein Ordner ist an der Stelle dieser Datei. Verschieben und den Befehl noch einmal ausführen.',
  ru: 'на месте этого файла находится папка. Переместите её и повторите команду.',
});

/**
 * Whether two names are one file, as names that differ only in case are on some file systems. False
 * if one of them does not exist. Throws any other error of the file system.
 */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([factsOf(one), factsOf(other)]);
  return first !== null && first.dev === second?.dev && first.ino === second.ino;
}

async function factsOf(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
