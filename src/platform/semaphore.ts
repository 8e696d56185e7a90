/** A FIFO counting semaphore. */
export interface Semaphore {
  /** The number of taken slots. */
  taken(): number;
  /** The number of waiting callers. */
  waiting(): number;
  /** Takes a slot if one is free. */
  tryTake(): boolean;
  /** Resolves when a slot is taken. Waiting callers get slots in their order of arrival. */
  take(): Promise<void>;
  /** Releases a slot directly to the first waiting caller, so no later caller can overtake it. */
  free(): void;
  /** Runs work in a slot and releases the slot in every case. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates a semaphore with `count` free slots. */
export function createSemaphore(count: number): Semaphore {
  const queue: (() => void)[] = [];
  let taken = 0;
  const places: Semaphore = {
    taken: () => taken,
    waiting: () => queue.length,
    tryTake() {
      if (taken === count) return false;
      taken += 1;
      return true;
    },
    take: () =>
      places.tryTake() ? Promise.resolve() : new Promise((resolve) => queue.push(resolve)),
    free() {
      const next = queue.shift();
      if (next) next();
      else taken -= 1;
    },
    async run(work) {
      await places.take();
      try {
        return await work();
      } finally {
        places.free();
      }
    },
  };
  return places;
}
