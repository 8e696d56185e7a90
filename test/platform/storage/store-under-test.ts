import type { SignedRequest, Storage } from '../../../src/platform/storage/storage.port.js';

/** A store under test, with the clock that its signed URLs depend on. */
export interface Subject {
  readonly storage: Storage;
  now(): Date;
  /** The request that `sign` returns, aged by some seconds. */
  aged(seconds: number, sign: () => Promise<SignedRequest>): Promise<SignedRequest>;
  /** The number of writers whose bytes the store receives; absent if only the store knows. */
  writers?(): number;
  close(): Promise<void>;
}

/** Known faults of the server behind a store; tests skip the promises that depend on them. */
export interface Faults {
  /** An interrupted body becomes an object or a part. */
  readonly keepsWhatBrokeOff?: boolean;
  /** The server returns 200 for a part whose upload has ended, and drops the part. */
  readonly takesLateParts?: boolean;
  /**
   * HTTP features that downloads do not need: `If-Range`, lists of ETags, headers of 304 and 416.
   */
  readonly roughHttp?: boolean;
}
