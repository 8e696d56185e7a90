import { hasCode } from '../api/problem';
import { pause } from '../api/when-allowed';
import { readUploadsOf, type Session } from './upload-api';
import { type Waiting, whenReached } from './when-reached';

/** States in which the service waits for the bytes of a file. */
const UNFINISHED = ['draft', 'uploading'];
/** States in which the service works on a file. */
const CHECKING = ['uploaded', 'validating', 'scanning'];
const PAUSE_MILLISECONDS = 3_000;

/** Whether the service waits for the bytes of a file, so that its user can continue the upload. */
export function isUnfinished({ lifecycleStatus }: Pick<Session, 'lifecycleStatus'>): boolean {
  return UNFINISHED.includes(lifecycleStatus);
}

/** Whether the service checks a file, so that its state will change by itself. */
export function isChecking({ lifecycleStatus }: Pick<Session, 'lifecycleStatus'>): boolean {
  return CHECKING.includes(lifecycleStatus);
}

/**
 * Runs a request for an optional file, or for a file of unknown kind. A version accepts no optional
 * file while the service checks its main file. So after the refusal `invalid_state` the request
 * runs again every three seconds until the checks are over, and once more then. Like `whenReached`,
 * it also repeats the request after a broken connection and over a rate limit. Throws the
 * `invalid_state` of the last attempt, every other `Problem` at once, and the reason of the signal.
 */
export async function afterChecks<Result>(
  versionId: string,
  request: () => Promise<Result>,
  waiting: Waiting,
): Promise<Result> {
  const { signal } = waiting;
  for (let isLast = false; ; ) {
    try {
      return await whenReached(request, waiting);
    } catch (error) {
      if (!hasCode(error, 'invalid_state') || isLast) throw error;
      const uploads = await whenReached(() => readUploadsOf(versionId, signal), waiting);
      // The checks may have ended since the refusal, so one more attempt follows.
      isLast = !uploads.some(isChecking);
      if (!isLast) await pause(PAUSE_MILLISECONDS, signal);
    }
  }
}
