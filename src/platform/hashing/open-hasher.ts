import { createHasher, type FurtherDigests, type Hasher } from './hasher.js';
import { startHasher } from './start-hasher.js';

/** A thread takes about 50 ms to start. This many bytes are hashed in that time without one. */
const THREAD_FROM_BYTES = 64 * 1024 * 1024;

/** Creates a hasher for a number of bytes: in a thread for many bytes, in place for few. */
export function openHasher(sizeBytes: number, further: FurtherDigests): Hasher {
  return sizeBytes < THREAD_FROM_BYTES ? createHasher(further) : startHasher(further);
}
