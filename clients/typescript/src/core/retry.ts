import { ProblemError, TransportError } from './errors.js';

/** When and how often a request is sent again. */
export interface RetryPolicy {
  /** All attempts together, the first included. */
  readonly attempts: number;
  /** The upper bound of the first wait. It doubles for each further wait. */
  readonly baseMs: number;
  /** The upper bound of each wait, apart from the `Retry-After` of the service. */
  readonly longestMs: number;
  /** The longest `Retry-After` to wait for. After a longer one, the request is not sent again. */
  readonly longestRetryAfterMs: number;
}

/** Three attempts. The waits last 1.5 s at most, plus the `Retry-After` of each response. */
export const RETRY_POLICY: RetryPolicy = {
  attempts: 3,
  baseMs: 500,
  longestMs: 8_000,
  longestRetryAfterMs: 60_000,
};

/** The methods that change nothing, or nothing more when sent again (RFC 9110 9.2). */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Whether the same request may be sent again: an idempotent method, or a write with a key. */
export function isRepeatable(method: string, headers: Headers): boolean {
  return REPEATABLE.has(method.toUpperCase()) || headers.has('idempotency-key');
}

/**
 * The wait in milliseconds before the next attempt. `attempt` is the number of the failed one, from
 * 1. Null after the last attempt, for an error that is not retryable, and for a `Retry-After`
 * beyond the policy. Otherwise at least `Retry-After`, plus a random time, so that clients do not
 * return together.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  policy: RetryPolicy = RETRY_POLICY,
  random: () => number = Math.random,
): number | null {
  if (attempt >= policy.attempts) return null;
  const jitterMs = Math.min(policy.longestMs, policy.baseMs * 2 ** (attempt - 1)) * random();
  if (error instanceof TransportError) return jitterMs;
  if (!(error instanceof ProblemError) || !error.retryable) return null;
  const requestedMs = (error.retryAfterSeconds ?? 0) * 1000;
  return requestedMs > policy.longestRetryAfterMs ? null : requestedMs + jitterMs;
}

/** Waits; rejects with the reason of the signal as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, ms);
    function done(): void {
      signal?.removeEventListener('abort', stopped);
      resolve();
    }
    function stopped(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', stopped, { once: true });
  });
}
