/** Tracks the work for a thread that may become silent at any time. */
export interface Monitor<T> {
  /** Resolves with the end value. Rejects with the error of the work or the signal. */
  readonly outcome: Promise<T>;
  /** Creates a queue in which each piece of work waits for the previous one. */
  queue(): (work: () => Promise<void>) => void;
  /** Records a sign of life from the thread. */
  touch(): void;
  /** Only the first call counts. */
  end(value: T): void;
}

/** The signs of life of the thread and its work. */
interface Pulse {
  /** The number of pieces of work that wait or run. */
  working: number;
  isHeard: boolean;
}

/**
 * Ends with `stalled` if the thread is silent while no work is left. A check runs after each half
 * of `stallSeconds`, and the silence has to last from one check to the next. So one late check,
 * such as after the sleep of a machine, does not end everything.
 */
export function createMonitor<T>(
  stallSeconds: number,
  stalled: T,
  signal: AbortSignal | undefined,
): Monitor<T> {
  const pulse: Pulse = { working: 0, isHeard: true };
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
      if (!pulse.isHeard && pulse.working === 0) resolve(stalled);
      pulse.isHeard = false;
    },
    (stallSeconds * 1000) / 2,
  );
  const outcome = promise.finally(() => {
    clearInterval(timer);
    signal?.removeEventListener('abort', abort);
  });
  return {
    outcome,
    queue: () => createQueue(pulse, reject),
    touch() {
      pulse.isHeard = true;
    },
    end: (value) => resolve(value),
  };
}

function createQueue(
  pulse: Pulse,
  fail: (error: unknown) => void,
): ReturnType<Monitor<never>['queue']> {
  let last = Promise.resolve();
  return (work) => {
    last = perform(pulse, last, work);
    last.catch(fail);
  };
}

async function perform(
  pulse: Pulse,
  before: Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  pulse.working += 1;
  await before;
  await work();
  pulse.working -= 1;
  pulse.isHeard = true;
}
