/**
 * Runs a job when its turn comes, and returns its result. Throws what the job throws; a job whose
 * signal ends before its turn never runs, and throws the reason of the signal.
 */
export type TakeTurn = <Result>(signal: AbortSignal, job: () => Promise<Result>) => Promise<Result>;

/** Lets `limit` jobs run at the same time. Further jobs wait in the order in which they came. */
export function createTurns(limit: number): TakeTurn {
  const waiting = new Set<() => void>();
  let running = 0;
  const next = () => {
    for (const begin of waiting) {
      if (running >= limit) return;
      begin();
    }
  };
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = () => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
      next();
    });
  return async (signal, job) => {
    await turn(signal);
    try {
      return await job();
    } finally {
      running -= 1;
      next();
    }
  };
}
