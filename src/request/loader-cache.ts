import DataLoader from 'dataloader';

/**
 * Loads many keys with a constant number of statements. Returns values in the order of the keys.
 */
export type Batch<K, V> = (keys: readonly K[]) => Promise<readonly (V | Error)[]>;

/** The loaders of one request, created on first use. */
export class LoaderCache {
  readonly #loaders = new Map<object, unknown>();

  /** Returns the request's loader for this definition. */
  get<K, V>(definition: object, batch: Batch<K, V>): DataLoader<K, V> {
    const known = this.#loaders.get(definition);
    // The key is the definition itself, so the stored loader has its types.
    if (known) return known as DataLoader<K, V>;
    const made = new DataLoader<K, V>(batch);
    this.#loaders.set(definition, made);
    return made;
  }
}
