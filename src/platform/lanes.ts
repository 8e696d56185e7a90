/** Runs costly work, a little of it at a time. */
export interface Lanes {
  /** Runs work when a lane is free. Null, and nothing is run, where too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T> | null;
}

/** Makes lanes: so many run at once, so many more wait for their turn, and others are sent away. */
export function createLanes(options: { readonly lanes: number; readonly waiting: number }): Lanes {
  let free = options.lanes;
  const queue: (() => void)[] = [];
  const enter = () => {
    if (free === 0) return new Promise<void>((resolve) => queue.push(resolve));
    free -= 1;
    return Promise.resolve();
  };
  const leave = () => {
    const next = queue.shift();
    // The lane goes straight to who waits longest.
    if (next) next();
    else free += 1;
  };
  return {
    run(work) {
      if (free === 0 && queue.length >= options.waiting) return null;
      return enter().then(work).finally(leave);
    },
  };
}
