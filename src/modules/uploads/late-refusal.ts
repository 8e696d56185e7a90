import type { Tx } from '../../platform/database/connect.js';
import type { VersionState } from '../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import type { ErrorCode } from '../../registry/errors.js';
import { holdBytes } from '../blobs/index.js';
import { isKnownUnsafe } from '../safety/index.js';
import { isOut } from './target-version.js';

/** Why the bytes of an upload are refused. */
export interface Refusal {
  readonly code: ErrorCode;
  /** In English, for the creator and the log. */
  readonly detail: string;
}

/**
 * What has come between since the bytes of an upload were read, so that they cannot become a file
 * any more. Asked in the transaction that would make them one and before it changes anything: what
 * is asked about stays as it is until that ends.
 */
export async function lateRefusal(
  tx: Tx,
  upload: UploadSessionModel,
  sha256: string,
): Promise<Refusal | null> {
  if (upload.fileKind === 'optional' && isOut(await holdVersion(tx, upload.versionId))) {
    const detail = 'the version was published before the scan of this file had ended';
    return { code: 'invalid_state', detail };
  }
  await holdBytes(tx, sha256);
  return (await isKnownUnsafe(tx, sha256)) ? KNOWN_UNSAFE : null;
}

/** Bytes that are refused whatever a scan says of them. */
export const KNOWN_UNSAFE: Refusal = {
  code: 'av_scan_rejected',
  detail: 'these bytes were found unsafe before',
};

/**
 * The state of a version. Nobody publishes it meanwhile: a publication changes the row before it
 * looks at files and uploads, as this one holds the row before it changes them.
 */
async function holdVersion(tx: Tx, id: string): Promise<VersionState | undefined> {
  const [version] = await tx.$queryRaw<{ state: VersionState }[]>`
    select state::text from mod_versions where id = ${id}::uuid for share`;
  return version?.state;
}
