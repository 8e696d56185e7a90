import { asFileError } from './files.js';
import { type FileLock, waitForLock } from './lock.js';

/**
 * Waits for the lock of a file, which is a file beside it. Returns null after `timeoutMs`. A system
 * error has the path of the file itself, because callers do not know the lock. Throws FileError
 * `disk_full` and `unsafe`, and the reason of the signal.
 */
export async function lockOfFile(
  file: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<FileLock | null> {
  try {
    return await waitForLock(`${file}.lock`, timeoutMs, signal);
  } catch (error) {
    if (error instanceof Error && 'path' in error) error.path = file;
    throw asFileError(error);
  }
}
