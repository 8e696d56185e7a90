import { createHash } from 'node:crypto';
import { type FileHandle, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../core/errors.js';
import type { DownloadIds, Sink } from '../download/types.js';
import { asFileError, openOwn, syncFolder, writeAtomically } from './files.js';
import type { FileLock } from './lock.js';

/**
 * The unfinished file beside the target. Only `commit` checks the lock: `write` may still change
 * the file after another process took the lock.
 */
export interface PartFile extends Sink {
  /** The ids of an earlier run, or null. */
  readonly remembered: DownloadIds | null;
  /**
   * Gives the file its final name. Call it only after `digest` was as declared. Throws FileError
   * `busy` if another process took the lock meanwhile.
   */
  commit(): Promise<void>;
  /** Removes the file and its state, if its bytes are wrong. */
  discard(): Promise<void>;
  /** Closes the file, and keeps its bytes for a later run. The caller always calls it at the end. */
  close(): Promise<void>;
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Opens `<target>.part`, and creates it if it is missing. Keeps its bytes only if an earlier run
 * stored them for the same artifact. Throws FileError `unsafe` and `disk_full`.
 */
export async function openPartFile(
  target: string,
  artifactId: string,
  lock: FileLock,
): Promise<PartFile> {
  const path = `${target}.part`;
  const statePath = `${path}.json`;
  const remembered = await readState(statePath, artifactId);
  const file = await openOwn(path, 0o666);
  let size = (await file.stat()).size;
  // Bytes without a state could be those of any file.
  if (remembered === null && size > 0) await truncate();

  async function truncate(): Promise<void> {
    await file.truncate(0);
    size = 0;
  }

  return {
    remembered,
    get size() {
      return size;
    },
    async write(bytes) {
      let written = 0;
      try {
        while (written < bytes.length) {
          const result = await file.write(bytes, written, bytes.length - written, size + written);
          written += result.bytesWritten;
        }
      } catch (error) {
        throw asFileError(error);
      } finally {
        size += written;
      }
    },
    async restart() {
      await truncate();
      return true;
    },
    digest: (signal) => digestOf(file, size, signal),
    remember: (ids) => writeState(statePath, artifactId, ids),
    async commit() {
      try {
        await file.sync();
      } catch (error) {
        throw asFileError(error);
      }
      // A process that slept may have lost the lock, and another one may write to the file now.
      if (!(await lock.isHeld()))
        throw new FileError('busy', `another process now downloads to ${target}`);
      await rename(path, target);
      await syncFolder(dirname(target));
      await rm(statePath, { force: true });
    },
    async discard() {
      await rm(path, { force: true });
      await rm(statePath, { force: true });
    },
    close: () => file.close(),
  };
}

/** Reads what the disk has, not what was sent to it. */
async function digestOf(file: FileHandle, size: number, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let at = 0;
  while (at < size) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(block, 0, Math.min(BLOCK_BYTES, size - at), at);
    if (bytesRead === 0) break;
    hash.update(block.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}

/** The stored members: ids only (section 2.5 of `docs/contract`). */
interface State {
  readonly artifact_id: string;
  readonly download_job_id: string;
  readonly grant_id: string;
  readonly download_session_id: string;
}

async function readState(path: string, artifactId: string): Promise<DownloadIds | null> {
  try {
    const state: Partial<State> | null = JSON.parse(await readFile(path, 'utf8'));
    const { artifact_id, download_job_id, grant_id, download_session_id } = state ?? {};
    const ids = [download_job_id, grant_id, download_session_id];
    if (artifact_id !== artifactId) return null;
    const [jobId, grantId, sessionId] = ids.filter((id) => typeof id === 'string');
    if (jobId === undefined || grantId === undefined || sessionId === undefined) return null;
    return { jobId, grantId, sessionId };
  } catch {
    return null;
  }
}

function writeState(path: string, artifactId: string, ids: DownloadIds): Promise<void> {
  const state: State = {
    artifact_id: artifactId,
    download_job_id: ids.jobId,
    grant_id: ids.grantId,
    download_session_id: ids.sessionId,
  };
  return writeAtomically(path, `${JSON.stringify(state, null, 2)}\n`, 0o600);
}
