import type { StorageHandler } from './disk/handler.js';
import type { Storage } from './storage.port.js';

/** A store as the process that opened it has to serve, tend and close it. */
export interface HostedStorage extends Storage {
  /** Answers the signed URLs, mounted where they lead; null where clients speak to the store itself. */
  readonly handler: StorageHandler | null;
  /**
   * Removes what crashed processes left, and multipart uploads that were last touched before
   * `olderThan`. Answers how many of both.
   */
  sweep(olderThan: Date): Promise<number>;
  close(): Promise<void>;
}
