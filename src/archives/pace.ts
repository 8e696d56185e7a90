import { setImmediate } from 'node:timers/promises';

/** How long an inspection may run before other work gets its turn. */
const SLICE_MILLISECONDS = 5;

/**
 * Yields to the event loop if the time slice of an inspection is used up. Call it in every long
 * loop, and await the promise if there is one. An await for each of many small entries would take
 * longer than the entries.
 */
export type Pace = () => Promise<void> | undefined;

/** Starts the first slice of an inspection. */
export function createPace(): Pace {
  let since = performance.now();
  const turn = async (): Promise<void> => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MILLISECONDS ? undefined : turn());
}

const RUN = 256;

/**
 * Sorts like `toSorted`, in time slices: sorts short runs and merges them. Adjacent runs that are
 * already in order are joined without comparing their items.
 */
export async function sortPaced<T extends NonNullable<unknown>>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pace: Pace,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare));
    await pace();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare, pace));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T extends NonNullable<unknown>>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  pace: Pace,
): Promise<T[]> {
  const last = left.at(-1);
  const first = right[0];
  if (last === undefined || first === undefined || compare(last, first) <= 0) {
    return left.concat(right);
  }
  const merged: T[] = [];
  let taken = 0;
  for (const item of right) {
    if (merged.length % RUN === 0) await pace();
    for (let next = left[taken]; next !== undefined && compare(next, item) <= 0; ) {
      merged.push(next);
      taken += 1;
      next = left[taken];
    }
    merged.push(item);
  }
  return merged.concat(left.slice(taken));
}

/**
 * Yields the chunks until the signal aborts, because the process stops or the job lost its lease.
 * Then throws the reason of the signal. It sees an abort only when a chunk arrives, so it does not
 * interrupt a read.
 */
export async function* untilAborted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
