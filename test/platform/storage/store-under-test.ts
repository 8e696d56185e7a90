import type { Storage } from '../../../src/platform/storage/storage.port.js';

/** A store under test, with the time that its signed URLs are judged by. */
export interface Subject {
  readonly storage: Storage;
  now(): Date;
  /** Lets the store's time go on, so that what it signed expires. */
  pass(seconds: number): void;
  close(): Promise<void>;
}
