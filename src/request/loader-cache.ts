import DataLoader from 'dataloader';

/** Fetches many keys with a constant number of statements; values in the order of the keys. */
export type Batch<K, V> = (keys: readonly K[]) => Promise<readonly (V | Error)[]>;

/** The loaders of one request, made when first asked for. */
export class LoaderCache {
  readonly #loaders = new Map<object, unknown>();

  /** The request's loader for this definition. */
  get<K, V>(definition: object, batch: Batch<K, V>): DataLoader<K, V> {
    const known = this.#loaders.get(definition);
    // The map is keyed by the definition itself, so what it holds has the definition's types.
    if (known) return known as DataLoader<K, V>;
    const made = new DataLoader<K, V>(batch);
    this.#loaders.set(definition, made);
    return made;
  }
}
