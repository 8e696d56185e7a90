import { createKeyedSemaphore, type KeyedSemaphore } from '../../concurrency.js';

/** Ends a turn. A second call has no effect. */
export type Release = () => void;

/**
 * The rules for writers at the same time. All processes that serve a disk store share one object,
 * in the memory of the only process or of the primary process.
 */
export interface Turns {
  /**
   * Waits until fewer than `atOnce` turns of this name are taken. Always pass the same `atOnce`.
   */
  take(name: string, atOnce: number): Promise<Release>;
  /**
   * Takes a writer slot at an address of an upload; null if none is free. An address is the number
   * of a part, or 0 for a single PUT. Each address has one writer. In addition, one address per
   * upload may have a second writer, because a retry overlaps the connection that it replaces.
   */
  enter(upload: string, address: number): Promise<Release | null>;
}

/** Creates turns in the memory of this process. A name uses memory only while it is taken. */
export function createTurns(): Turns {
  const semaphores = new Map<number, KeyedSemaphore>();
  const uploads = new Map<string, Map<number, number>>();
  return {
    take(name, atOnce) {
      const inTurn = semaphores.get(atOnce) ?? createKeyedSemaphore(atOnce);
      semaphores.set(atOnce, inTurn);
      return new Promise((begin) => {
        void inTurn(name, () => new Promise<void>((end) => begin(end)));
      });
    },
    async enter(upload, address) {
      const writers = uploads.get(upload) ?? new Map<number, number>();
      const present = writers.get(address) ?? 0;
      if (present > 0 && hasOverlap(writers)) return null;
      uploads.set(upload, writers);
      writers.set(address, present + 1);
      return once(() => {
        leave(writers, address);
        if (writers.size === 0) uploads.delete(upload);
      });
    },
  };
}

/** Runs work in a turn, and ends the turn in every case. */
export async function inTurn<T>(
  turns: Turns,
  [name, atOnce]: readonly [name: string, atOnce: number],
  work: () => Promise<T>,
): Promise<T> {
  const release = await turns.take(name, atOnce);
  try {
    return await work();
  } finally {
    release();
  }
}

const hasOverlap = (writers: ReadonlyMap<number, number>): boolean =>
  [...writers.values()].some((count) => count > 1);

function leave(writers: Map<number, number>, address: number): void {
  const left = (writers.get(address) ?? 0) - 1;
  if (left > 0) writers.set(address, left);
  else writers.delete(address);
}

function once(release: Release): Release {
  let isDone = false;
  return () => {
    if (!isDone) release();
    isDone = true;
  };
}
