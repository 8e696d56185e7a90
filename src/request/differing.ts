import { isDeepStrictEqual } from 'node:util';

/** Some members of a change. */
export type Differing<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * The members of a change that differ from a row. Members that are undefined count as left out; the order
 * of the members of a JSON object does not matter.
 */
export function differing<T extends object>(row: object, change: T): Differing<T> {
  const current = new Map<string, unknown>(Object.entries(row));
  const different = Object.entries(change).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current.get(name)),
  );
  // Each member was taken from the change under its own name.
  return Object.fromEntries(different) as Differing<T>;
}
