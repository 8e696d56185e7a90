import type { SignedRequest, Storage } from '../../../src/platform/storage/storage.port.js';

/** A store under test, with the time that its signed URLs are judged by. */
export interface Subject {
  readonly storage: Storage;
  now(): Date;
  /** What `sign` signs, as it is so many seconds after that. */
  aged(seconds: number, sign: () => Promise<SignedRequest>): Promise<SignedRequest>;
  /** How many writers the store has begun to take bytes of; absent if only the store knows. */
  writers?(): number;
  close(): Promise<void>;
}

/** What the server behind a store is known to get wrong; a promise that rests on it is left out. */
export interface Faults {
  /** A body that breaks off becomes an object or a part of what had come. */
  readonly keepsWhatBrokeOff?: boolean;
  /** The server answers 200 to a part whose upload has ended meanwhile, and throws the part away. */
  readonly takesLateParts?: boolean;
  /** HTTP beyond what downloads count on: `If-Range`, lists of ETags, headers of 304 and 416. */
  readonly roughHttp?: boolean;
}
