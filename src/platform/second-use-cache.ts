import { LRUCache } from 'lru-cache';

/** A bounded cache that keeps a value from its second use on; see `createSecondUseCache`. */
export interface SecondUseCache<Value extends object> {
  /** Returns the kept value of a key; undefined without one. */
  get(key: string): Value | undefined;
  /**
   * Returns whether the caller should `set` a value: its key was here before. Remembers the key.
   */
  admits(key: string): boolean;
  /**
   * Keeps a value of `bytes`; the least recently used ones leave. Does not check `admits`. Keeps no
   * value that is larger than the cache.
   */
  set(key: string, value: Value, bytes: number): void;
  /** The number of kept values, and their bytes. */
  readonly size: number;
  readonly bytes: number;
}

/** The most keys that `admits` remembers, with or without a value; the oldest ones leave. */
const REMEMBERED_KEYS = 50_000;

/**
 * Creates an empty cache for values of `maxBytes` in total; with 0, `admits` is always false. In a
 * large catalog, most documents are read once in a long time. If each were kept, the garbage
 * collector would copy it twice and then find it in each full collection, which takes longer than
 * to build it again.
 */
export function createSecondUseCache<Value extends object>(
  maxBytes: number,
): SecondUseCache<Value> {
  const kept = new LRUCache<string, Value>({ maxSize: Math.max(1, maxBytes) });
  // `max` instead would allocate the memory for all keys now, also for the platform of a dry run.
  const seen = new LRUCache<string, true>({ maxSize: REMEMBERED_KEYS, sizeCalculation: () => 1 });
  return {
    get: (key) => kept.get(key),
    admits(key) {
      if (maxBytes === 0) return false;
      if (seen.has(key)) return true;
      seen.set(key, true);
      return false;
    },
    set(key, value, bytes) {
      kept.set(key, value, { size: Math.max(1, bytes) });
    },
    get size() {
      return kept.size;
    },
    get bytes() {
      return kept.calculatedSize;
    },
  };
}
