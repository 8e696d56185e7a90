import { hasCode, IN_PROGRESS, OFFLINE } from '../api/problem';
import { pause, whenAllowed } from '../api/when-allowed';

/** How an upload waits for a broken connection. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Reports whether the connection is broken and the next attempt waits. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** The number of attempts for one request, one part, or a file in one piece. */
export const ATTEMPTS = 10;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** No response arrived, or a request whose response was lost still runs. */
const REPEATED = [OFFLINE, IN_PROGRESS];

/**
 * Runs a request of an upload, like `whenAllowed`. It also repeats it after a broken connection,
 * and while an earlier attempt still runs (`idempotency_in_progress`), with ten attempts in all.
 * Throws the problem of the last attempt, every other problem at once, and the reason of the
 * signal.
 */
export async function whenReached<Result>(
  request: () => Promise<Result>,
  waiting: Waiting,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await whenAllowed(request, waiting.signal);
    } catch (error) {
      if (!hasCode(error, ...REPEATED) || attempt >= ATTEMPTS) throw error;
      await pauseAfter(attempt, waiting);
    }
  }
}

/**
 * Waits before the next attempt, and reports the wait. It takes 1 second after attempt 1 and
 * doubles after each further one, up to 30 seconds. It ends early when the browser comes online
 * again. Throws the reason of the signal.
 */
export async function pauseAfter(attempt: number, { signal, onWaiting }: Waiting): Promise<void> {
  onWaiting(true);
  try {
    await pause(Math.min(1000 * 2 ** (attempt - 1), LONGEST_PAUSE_MILLISECONDS), signal);
  } finally {
    onWaiting(false);
  }
}
