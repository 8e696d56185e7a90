import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { ErrorCode } from '../../../../registry/errors.js';
import { holdBytes, isKnownUnsafe } from '../../../storage/index.js';
import { holdVersion } from '../session/hold-version.js';
import { sameFile } from '../session/same-file.js';
import { isOut } from '../session/target-version.js';

/** The reason to reject an upload. */
export interface Refusal {
  readonly code: ErrorCode;
  /** In English, for the creator and the log. */
  readonly detail: string;
}

/**
 * Checks for changes since the bytes were read that prevent them from becoming a file. Call it
 * first in the transaction that makes the file: its locks keep the result valid until the end.
 */
export async function lateRefusal(
  tx: Tx,
  upload: UploadSessionModel,
  sha256: string,
): Promise<Refusal | null> {
  const version = await holdVersion(tx, upload.versionId);
  if (isOut(version?.state)) {
    const detail = 'the version was published before the scan of this file had ended';
    return { code: 'invalid_state', detail };
  }
  if (await hasNewer(tx, upload)) {
    const detail = 'a newer upload of this file is ready; send the file again to replace it';
    return { code: 'invalid_state', detail };
  }
  await holdBytes(tx, sha256);
  return (await isKnownUnsafe(tx, sha256)) ? KNOWN_UNSAFE : null;
}

/** The refusal of bytes that are rejected regardless of any scan. */
export const KNOWN_UNSAFE: Refusal = {
  code: 'av_scan_rejected',
  detail: 'these bytes were found unsafe before',
};

/** Whether a newer upload of the same file is ready. An older upload never replaces it. */
async function hasNewer(tx: Tx, upload: UploadSessionModel): Promise<boolean> {
  const newer = { ...sameFile(upload), id: { gt: upload.id }, state: 'ready' } as const;
  return (await tx.uploadSession.count({ where: newer })) > 0;
}
