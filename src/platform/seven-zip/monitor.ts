/** Work for somebody else, of which it is not known whether they will ever ask for more. */
export interface Monitor<T> {
  /** Resolves with what it was ended with; rejects with what the work, or the signal, throws. */
  readonly outcome: Promise<T>;
  /** A row of work, each piece of which waits for the one before it. */
  queue(): (work: () => Promise<void>) => void;
  /** A sign of life of those for whom the work is done. */
  touch(): void;
  /** Only the first end counts. */
  end(value: T): void;
}

/**
 * Ends with `stalled` where nothing was heard for so long while no work was left to do: twice in a
 * row at half of the time, so that a machine that slept has not ended everything.
 */
export function createMonitor<T>(
  stallSeconds: number,
  stalled: T,
  signal: AbortSignal | undefined,
): Monitor<T> {
  let working = 0;
  let heard = true;
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setInterval(
    () => {
      if (!heard && working === 0) resolve(stalled);
      heard = false;
    },
    (stallSeconds * 1000) / 2,
  );
  const outcome = promise.finally(() => {
    clearInterval(timer);
    signal?.removeEventListener('abort', abort);
  });

  const perform = async (before: Promise<void>, work: () => Promise<void>): Promise<void> => {
    working += 1;
    await before;
    await work();
    working -= 1;
    heard = true;
  };
  return {
    outcome,
    queue() {
      let last = Promise.resolve();
      return (work) => {
        last = perform(last, work);
        last.catch(reject);
      };
    },
    touch() {
      heard = true;
    },
    end: (value) => resolve(value),
  };
}
