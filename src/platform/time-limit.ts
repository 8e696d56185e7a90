import { withFirstSignal } from './first-signal.js';

/**
 * Does some work with a signal that ends after a time, or when `outer` ends. It does not join
 * `outer` with `AbortSignal.timeout`, because Node 20 forgets that limit at the next garbage
 * collection.
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

/** The work took too long. */
class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';

  constructor() {
    super('no response in time');
  }
}
