/** Runs works of the same name one after another, in the order of asking. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Turns for one process; a name takes memory only while somebody works or waits under it. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
