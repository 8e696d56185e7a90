/** Runs work under the same name one after another, in the order of the calls. */
export type KeyedMutex = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Creates named queues for one process. A name uses memory only while it has work. */
export function createKeyedMutex(): KeyedMutex {
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
