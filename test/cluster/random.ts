/** A repeatable source of numbers. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  /** One of the items. Throws for an empty list. */
  pick<T>(items: readonly T[]): T;
  bytes(count: number): Buffer;
}

/** Creates a source: the same seed gives the same numbers (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick');
      return item;
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
