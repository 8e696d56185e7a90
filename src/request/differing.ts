import { isDeepStrictEqual } from 'node:util';

/** A subset of the members of a change. */
export type Differing<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Returns the members of a change that differ from a row. Undefined members count as absent. The
 * order of members in a JSON object does not matter.
 */
export function differing<T extends object>(row: object, change: T): Differing<T> {
  const current = new Map<string, unknown>(Object.entries(row));
  const different = Object.entries(change).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current.get(name)),
  );
  // Each member comes from the change under its own name, so the cast is safe.
  return Object.fromEntries(different) as Differing<T>;
}
