import { resolve } from 'node:path';
import type { Client } from '../core/client.js';
import { FileError, IntegrityError } from '../core/errors.js';
import { transfer } from '../download/transfer.js';
import type { DownloadOptions, VerifiedFile } from '../download/types.js';
import { lockOfFile } from './lock-of-file.js';
import { openPartFile } from './part-file.js';

/** A downloaded file. */
export interface DownloadedFile extends VerifiedFile {
  /** The absolute path of the file. */
  readonly path: string;
}

/**
 * Downloads a file to `target`: verifies its size and SHA-256, and only then gives it that name.
 * Replaces an older file there.
 * - Unfinished bytes are in `<target>.part`. The next call for the same artifact continues with
 *   them, also after a crash. Bytes of an external file, or with a wrong digest, are dropped.
 * - Throws ProblemError, TransportError, IntegrityError, the reason of the signal, TypeError for an
 *   id that is no UUID, and the system's error, for example for a missing folder.
 * - Throws FileError: `busy` if another download to the same target runs, `disk_full`, and
 *   `unsafe`.
 */
export async function download(
  client: Client,
  artifactId: string,
  target: string,
  options: DownloadOptions = {},
): Promise<DownloadedFile> {
  const path = resolve(target);
  options.signal?.throwIfAborted();
  const lock = await lockOfFile(path, 0);
  if (lock === null) throw new FileError('busy', `another process downloads to ${path}`);
  try {
    const part = await openPartFile(path, artifactId, lock);
    try {
      const { file, report } = await transfer(client, artifactId, part, options, part.remembered);
      await part.commit();
      await report();
      return { ...file, path };
    } catch (error) {
      const isWrong = error instanceof IntegrityError && error.fault === 'digest';
      if (isWrong && (await lock.isHeld())) await part.discard();
      throw error;
    } finally {
      await part.close();
    }
  } finally {
    await lock.release();
  }
}
