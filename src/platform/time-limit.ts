import { withFirstSignal } from './first-signal.js';

/**
 * Does some work with a signal that aborts after a time, or when `outer` aborts. The work itself
 * must stop at the signal; this waits until it does. It does not join `outer` with
 * `AbortSignal.timeout`, because Node 20 forgets that limit at the next garbage collection.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  // The timer keeps the controller alive.
  const timer = setTimeout(() => limit.abort(new TimeLimitReached()), milliseconds);
  timer.unref();
  try {
    return await (outer ? withFirstSignal([limit.signal, outer], work) : work(limit.signal));
  } finally {
    clearTimeout(timer);
  }
}

/** The reason of the signal: the work took too long. */
class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';

  constructor() {
    super('no response in time');
  }
}
