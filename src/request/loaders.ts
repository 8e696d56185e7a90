import type { RequestContext } from './context.js';

/** Names a loader and says how it fetches many keys with a constant number of statements. */
export interface LoaderDefinition<K, V> {
  readonly name: string;
  batch(ctx: RequestContext, keys: readonly K[]): Promise<readonly (V | Error)[]>;
}

/** Loads one value by key, batched with what else the request asks for in the same tick. */
export function load<K, V>(
  ctx: RequestContext,
  definition: LoaderDefinition<K, V>,
  key: K,
): Promise<V> {
  return ctx.loaders.get<K, V>(definition, (keys) => definition.batch(ctx, keys)).load(key);
}

/** Gives a loader of this request a value that another statement has read already. */
export function prime<K, V>(
  ctx: RequestContext,
  definition: LoaderDefinition<K, V>,
  key: K,
  value: V,
): void {
  ctx.loaders.get<K, V>(definition, (keys) => definition.batch(ctx, keys)).prime(key, value);
}

/** Puts rows that came back in any order into the order of the keys; absent keys give null. */
export function inOrderOf<K, R>(
  keys: readonly K[],
  rows: readonly R[],
  keyOf: (row: R) => K,
): (R | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}

/** Collects rows under the keys that asked for them, keeping the order of the rows. */
export function groupedBy<K, R>(
  keys: readonly K[],
  rows: readonly R[],
  keyOf: (row: R) => K,
): R[][] {
  const groups = new Map<K, R[]>(keys.map((key) => [key, []]));
  for (const row of rows) groups.get(keyOf(row))?.push(row);
  return keys.map((key) => groups.get(key) ?? []);
}
