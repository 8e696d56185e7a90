/** Tracks the work for a thread that may become silent at any time. */
export interface Monitor<T> {
  /**
   * Resolves with the end value. Rejects with the error of the work or the signal. It does not wait
   * for a piece of work that still runs.
   */
  readonly outcome: Promise<T>;
  /**
   * Creates a queue in which each piece of work waits for the previous one. Work that still waits
   * at the end is dropped. An error of a piece ends everything, unless the end was before it.
   */
  queue(): (work: () => Promise<void>) => void;
  /** Records a sign of life from the thread. */
  touch(): void;
  /** Ends the work with this value. Only the first call counts. */
  end(value: T): void;
}

/** The signs of life of the thread and its work. */
interface Pulse {
  /** The number of pieces of work that wait or run. */
  working: number;
  /** The number of checks since the last sign of life. */
  checks: number;
  /** Whether the outcome is known. */
  isOver: boolean;
}

/**
 * Ends with `stalled` if the thread is silent for `stallSeconds` while no work is left. A check
 * runs after each half of that time, and the third one after the last sign of life ends the work.
 * So one late check, such as after the sleep of a machine, does not end everything. A `signal` that
 * is already aborted has no effect; the caller checks it before.
 */
export function createMonitor<T>(
  stallSeconds: number,
  stalled: T,
  signal: AbortSignal | undefined,
): Monitor<T> {
  const pulse: Pulse = { working: 0, checks: 0, isOver: false };
  const { promise, resolve, reject } = createOutcome<T>(pulse);
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setInterval(
    () => {
      pulse.checks += 1;
      if (pulse.checks >= 3 && pulse.working === 0) resolve(stalled);
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
      pulse.checks = 0;
    },
    end: (value) => resolve(value),
  };
}

/** Creates the promise of the outcome, and the functions that settle it and note the end. */
function createOutcome<T>(pulse: Pulse) {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = (value) => {
      pulse.isOver = true;
      resolved(value);
    };
    reject = (reason) => {
      pulse.isOver = true;
      rejected(reason);
    };
  });
  return { promise, resolve, reject };
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
  if (!pulse.isOver) await work();
  pulse.working -= 1;
  pulse.checks = 0;
}
