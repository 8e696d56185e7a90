import type { StorageHandler } from './disk/handler.js';
import type { Storage } from './storage.port.js';

/** A store with the duties of the process that opened it: serve, clean up and close. */
export interface HostedStorage extends Storage {
  /** Handles the signed URLs at their mount path; null if clients connect to the store directly. */
  readonly handler: StorageHandler | null;
  /**
   * Removes leftovers of crashed processes, and multipart uploads that were last touched before
   * `olderThan`, except staged ones (`STAGING_PREFIX`). Returns the number of both.
   */
  sweep(olderThan: Date): Promise<number>;
  /** Releases the connections. The store must not be used after that. */
  close(): Promise<void>;
}
