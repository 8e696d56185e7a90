import { hasCode, REPLAY_UNAVAILABLE } from '../api/problem';
import { isUnfinished } from './checks';
import { createUpload, readUploadsOf, type Session, type UploadDeclaration } from './upload-api';
import { UploadFault } from './upload-fault';

/**
 * Reserves the upload of a file. A repetition with the same key reserves no second upload. If the
 * service did not keep the first response, the repetition returns the newest unfinished upload of
 * the version with that name and size. Without such an upload, it throws `UploadFault`. Throws a
 * `Problem`, or the reason of the signal, which ends only that search and not the reservation.
 */
export async function reserveUpload(
  file: UploadDeclaration,
  key: string,
  signal: AbortSignal,
): Promise<Session> {
  try {
    return await createUpload(file, key);
  } catch (error) {
    if (!hasCode(error, REPLAY_UNAVAILABLE)) throw error;
    // The newest upload comes first.
    const reserved = (await readUploadsOf(file.versionId, signal)).find(
      (it) => isUnfinished(it) && it.filename === file.filename && it.sizeBytes === file.sizeBytes,
    );
    if (!reserved) throw new UploadFault('unreachable');
    return reserved;
  }
}
