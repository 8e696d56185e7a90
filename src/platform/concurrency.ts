import { setImmediate as nextTurn } from 'node:timers/promises';
import { inSharedScope } from './work-scope.js';

/** A FIFO counting semaphore. */
export interface Semaphore {
  /** The number of taken slots. */
  taken(): number;
  /** The number of waiting callers. */
  waiting(): number;
  /** Takes a slot if one is free. Returns whether it did. */
  tryTake(): boolean;
  /**
   * Resolves when a slot is taken. Waiting callers get slots in their order of arrival. A wait cannot
   * be ended.
   */
  take(): Promise<void>;
  /**
   * Releases a slot directly to the first waiting caller, so no later caller can overtake it. Call it
   * once for each slot that `take` or `tryTake` took.
   */
  free(): void;
  /** Runs work in a slot and releases the slot in every case. Rejects with the error of the work. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates a semaphore with `count` free slots. */
export function createSemaphore(count: number): Semaphore {
  const queue: (() => void)[] = [];
  let taken = 0;
  const semaphore: Semaphore = {
    taken: () => taken,
    waiting: () => queue.length,
    tryTake() {
      if (taken === count) return false;
      taken += 1;
      return true;
    },
    take: () =>
      semaphore.tryTake() ? Promise.resolve() : new Promise((resolve) => queue.push(resolve)),
    free() {
      const next = queue.shift();
      if (next) next();
      else taken -= 1;
    },
    async run(work) {
      await semaphore.take();
      try {
        return await work();
      } finally {
        semaphore.free();
      }
    },
  };
  return semaphore;
}

/** Limits the concurrency of costly work. */
interface WorkLimit {
  /**
   * Runs work when a slot is free, and rejects with its error. Returns null and runs nothing if too
   * many callers wait.
   */
  run<T>(work: () => Promise<T>): Promise<T> | null;
}

/** Creates a limit: `atOnce` tasks run, `waiting` more wait, and further ones do not run. */
export function createWorkLimit(options: {
  readonly atOnce: number;
  readonly waiting: number;
}): WorkLimit {
  const { atOnce, waiting } = options;
  const semaphore = createSemaphore(atOnce);
  const isCrowded = () => semaphore.taken() === atOnce && semaphore.waiting() >= waiting;
  return { run: (work) => (isCrowded() ? null : semaphore.run(work)) };
}

/**
 * Limits the concurrency of work under the same name. Further work waits in order. Rejects with the
 * error of the work.
 */
export type KeyedSemaphore = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Creates named semaphores for one process. A name uses memory only while it has work. */
export function createKeyedSemaphore(atOnce: number): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>();
  return async (name, work) => {
    const semaphore = semaphores.get(name) ?? createSemaphore(atOnce);
    semaphores.set(name, semaphore);
    await semaphore.take();
    try {
      return await work();
    } finally {
      semaphore.free();
      // Synchronous on purpose: after an await, the name might already have another semaphore in
      // use.
      if (semaphore.taken() === 0) semaphores.delete(name);
    }
  };
}

/**
 * Shares one computation: a caller gets its result while it runs, and for `seconds` after it ended.
 * A failure is shared only while the computation runs. The disconnect of the first caller does not
 * abort it.
 */
export function shareResult<T>(seconds: number, compute: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let kept: { readonly value: T; readonly until: number } | null = null;
  const run = async (): Promise<T> => {
    const value = await compute();
    kept = { value, until: performance.now() + seconds * 1000 };
    return value;
  };
  return () => {
    if (kept && performance.now() < kept.until) return Promise.resolve(kept.value);
    running ??= inSharedScope(run).finally(() => {
      running = null;
    });
    return running;
  };
}

/**
 * Returns a function that does its work again only if its arguments differ from those of the last
 * call. Errors are not kept. Use it for results that are the same for all services of one process,
 * such as a compiled schema.
 */
export function onceFor<A extends readonly unknown[], R>(
  work: (...args: A) => R,
): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | null = null;
  return (...args) => {
    const isSame = last?.args.every((arg, at) => Object.is(arg, args[at])) === true;
    if (last === null || !isSame) last = { args, result: work(...args) };
    return last.result;
  };
}

/**
 * Returns a function that does its work once for each object, and keeps the result as long as the
 * object is in use. Errors are not kept.
 */
export function onceForEach<K extends object, R>(work: (object: K) => R): (object: K) => R {
  const results = new WeakMap<K, { readonly result: R }>();
  return (object) => {
    const known = results.get(object);
    if (known) return known.result;
    const result = work(object);
    results.set(object, { result });
    return result;
  };
}

/** A promise that other code settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/**
 * Creates a promise with the functions that settle it. A rejection that no code awaits is no
 * unhandled rejection.
 */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** Creates a function whose each call waits for a turn of the event loop that no other call has. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
