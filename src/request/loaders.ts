import { inSpan } from '../platform/tracing/in-span.js';
import { tracerNow } from '../platform/tracing/tracing.js';
import type { RequestContext } from './context.js';

/** A named loader that fetches many keys with few statements, most with a constant number. */
export interface LoaderDefinition<K, V> {
  readonly name: string;
  /** Returns one result for each key, in the order of the keys. An Error fails only its key. */
  batch(ctx: RequestContext, keys: readonly K[]): Promise<readonly (V | Error)[]>;
}

/**
 * Loads one value by key, in one batch with the other loads of the same tick. Loads each key once
 * per request. Rejects with the Error of the key, or of the whole batch.
 */
export function load<K, V>(
  ctx: RequestContext,
  definition: LoaderDefinition<K, V>,
  key: K,
): Promise<V> {
  return ctx.loaders.get<K, V>(definition, (keys) => loadBatch(ctx, definition, keys)).load(key);
}

function loadBatch<K, V>(
  ctx: RequestContext,
  definition: LoaderDefinition<K, V>,
  keys: readonly K[],
): Promise<readonly (V | Error)[]> {
  const tracer = tracerNow();
  if (tracer === null) return definition.batch(ctx, keys);
  const facts = { name: `batch ${definition.name}`, attributes: { 'modport.keys': keys.length } };
  return inSpan(tracer, facts, () => definition.batch(ctx, keys));
}

/**
 * Stores a value that another statement has already read in a loader of this request. A value that
 * the loader already has stays.
 */
export function prime<K, V>(
  ctx: RequestContext,
  definition: LoaderDefinition<K, V>,
  key: K,
  value: V,
): void {
  ctx.loaders.get<K, V>(definition, (keys) => loadBatch(ctx, definition, keys)).prime(key, value);
}

/** Sorts rows into the order of the keys. A key without a row gives null. */
export function inOrderOf<K, R>(
  keys: readonly K[],
  rows: readonly R[],
  keyOf: (row: R) => K,
): (R | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}

/** Groups rows by key: one group per key, in the order of the keys. A key without rows gives []. */
export function groupedBy<K, R>(
  keys: readonly K[],
  rows: readonly R[],
  keyOf: (row: R) => K,
): R[][] {
  const groups = new Map<K, R[]>(keys.map((key) => [key, []]));
  for (const row of rows) groups.get(keyOf(row))?.push(row);
  return keys.map((key) => groups.get(key) ?? []);
}
