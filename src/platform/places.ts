/** So many places, each held by one at a time. */
export interface Places {
  /** How many are held. */
  taken(): number;
  /** How many wait for one. */
  waiting(): number;
  /** Takes a place if one is free. */
  tryTake(): boolean;
  /** Resolves when a place is taken; those who wait get theirs in the order in which they came. */
  take(): Promise<void>;
  /** Gives a place back, straight to who waits longest: nobody who comes later is faster. */
  free(): void;
  /** Does work in a place of its own, which is given back however the work ends. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Places of which none is taken. */
export function createPlaces(count: number): Places {
  const queue: (() => void)[] = [];
  let taken = 0;
  const places: Places = {
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
