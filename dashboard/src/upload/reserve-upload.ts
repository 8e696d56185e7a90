import { hasCode, REPLAY_UNAVAILABLE } from '../api/problem';
import { isUnfinished } from './checks';
import { createUpload, readUploadsOf, type Session, type UploadDeclaration } from './upload-api';
import { UploadFault } from './upload-fault';

/**
 * Reserves the upload of a file. A repetition with the same key reserves no second one, also if the
 * service could not keep the response to the first one. In that case it returns the newest
 * unfinished upload of that name and size, and throws `UploadFault` without one. Throws a
 * `Problem`, or the reason of the signal.
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
