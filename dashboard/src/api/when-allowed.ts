import { hasCode } from './problem';

/** The limit of requests refills within a minute. A longer wait is that of a quota. */
const LONGEST_WAIT_SECONDS = 60;
/** Other parts of an upload end sooner, also slow ones. So a longer refusal has another cause. */
const LONGEST_TOTAL_MILLISECONDS = 15 * 60 * 1000;
/** The wait after a refusal that names no time, for example over the number of parts in flight. */
const WAIT_SECONDS = 3;

/**
 * Runs a request, and repeats it while the service refuses it because of too many requests
 * (`rate_limited`). It waits as long as the service says, or three seconds if it says nothing.
 * Throws the refusal after 15 minutes, or at once if the service asks for more than a minute.
 * Throws other errors at once, and the reason of a signal that is aborted during a wait.
 */
export async function whenAllowed<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const end = performance.now() + LONGEST_TOTAL_MILLISECONDS;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!hasCode(error, 'rate_limited')) throw error;
      const seconds = error.retryAfterSeconds ?? WAIT_SECONDS;
      if (seconds > LONGEST_WAIT_SECONDS || performance.now() > end) throw error;
      await pause(seconds * 1000, signal);
    }
  }
}

/** Waits, but ends early when the browser comes online again. Throws the reason of the signal. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}
