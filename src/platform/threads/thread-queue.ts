import { ThreadFailure } from './threads.port.js';

/** The runs that have a thread, and the bounded FIFO queue of those that wait for one. */
export interface ThreadQueue {
  /**
   * Resolves with the function that gives the thread back. Throws `busy` if the queue is full or the
   * wait takes longer than `patienceMs`, or the reason of the signal.
   */
  take(signal: AbortSignal, patienceMs: number): Promise<() => void>;
}

/** A queue for so many threads, in which so many runs may wait. */
export function createThreadQueue(threads: number, queued: number): ThreadQueue {
  const waiting = new Set<() => void>();
  let taken = 0;

  const free = (): void => {
    const [next] = waiting;
    if (next) next();
    else taken -= 1;
  };
  /** Each take is freed once, whatever its caller does. */
  const once = (): (() => void) => {
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      free();
    };
  };
  const wait = (signal: AbortSignal, patienceMs: number) =>
    new Promise<() => void>((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(start);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      };
      const fail = (reason: unknown): void => {
        leave();
        reject(reason);
      };
      const start = (): void => {
        leave();
        resolve(once());
      };
      const abort = (): void => fail(signal.reason);
      const timer = setTimeout(() => fail(new ThreadFailure('busy')), patienceMs);
      signal.addEventListener('abort', abort, { once: true });
      waiting.add(start);
    });

  return {
    async take(signal, patienceMs) {
      signal.throwIfAborted();
      if (taken === threads) {
        if (waiting.size >= queued) throw new ThreadFailure('busy');
        return wait(signal, patienceMs);
      }
      taken += 1;
      return once();
    },
  };
}
