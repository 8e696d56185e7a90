import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { newKey } from '../core/client.js';
import { writeAtomically } from './files.js';

/**
 * The facts by which a later run continues the same upload. They include no address and no token.
 */
export interface UploadState {
  /** The digest of the declaration: another file or version is another upload. */
  readonly declaration: string;
  /** The `Idempotency-Key` of the create, and of a completion that names parts. */
  readonly key: string;
  /** The id of the session; null before the create. */
  readonly uploadId: string | null;
  /** The size of its parts; null before the create and for a single PUT. */
  readonly partSizeBytes: number | null;
}

/** A digest of a declaration and the address of its service. */
export function declarationDigest(baseUrl: string, declaration: object): string {
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, declaration]))
    .digest('hex');
}

/** A state for a new upload. */
export function newState(declaration: string): UploadState {
  return { declaration, key: newKey(), uploadId: null, partSizeBytes: null };
}

/** Reads a state. Returns null for an absent, unreadable or damaged one. */
export async function readState(path: string): Promise<UploadState | null> {
  try {
    const { declaration, key, upload_id, part_size_bytes } = JSON.parse(
      await readFile(path, 'utf8'),
    );
    if (typeof declaration !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return null;
    const uploadId = typeof upload_id === 'string' ? upload_id : null;
    const partSizeBytes = Number.isSafeInteger(part_size_bytes) ? part_size_bytes : null;
    return { declaration, key, uploadId, partSizeBytes };
  } catch {
    return null;
  }
}

/** Writes a state. A crash leaves the old one or the new one. Throws FileError `disk_full`. */
export function writeState(path: string, { declaration, key, ...session }: UploadState) {
  const { uploadId: upload_id, partSizeBytes: part_size_bytes } = session;
  const text = JSON.stringify({ declaration, key, upload_id, part_size_bytes }, null, 2);
  return writeAtomically(path, `${text}\n`, 0o600);
}

/** Removes a state after the end of its upload. */
export const removeState = (path: string): Promise<void> => rm(path, { force: true });
