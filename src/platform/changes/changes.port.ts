/** A change of one row, as its transaction announced it after the commit. */
export interface Change {
  /** The kind and owner of the row, as in `uploads:<mod id>`. See the migration `live_changes`. */
  readonly topic: string;
  /** The id of the row. */
  readonly key: string;
  /** Ids and states, nothing else. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Receives the changes of its topics. */
export interface ChangeWatcher {
  /** Called for each change, in the order of their commits. It must not throw. */
  onChange(change: Change): void;
  /**
   * Called at most once: changes may have been missed, or `stop` was called. No call follows it.
   */
  onLost(): void;
}

/** The announced changes of the database, from all processes. */
export interface Changes {
  /**
   * Reports the changes of these topics from now on. Returns a function that ends the reports.
   * Throws ChangesUnavailable without a connection to the database, and after `stop`.
   */
  watch(topics: readonly string[], watcher: ChangeWatcher): Promise<() => void>;
  /** Ends all watchers with `onLost`, and closes the connection. */
  stop(): Promise<void>;
}

/** The database does not announce changes at the moment. */
export class ChangesUnavailable extends Error {
  override readonly name = 'ChangesUnavailable';
  constructor(cause?: unknown) {
    super('the database does not announce changes', { cause });
  }
}
