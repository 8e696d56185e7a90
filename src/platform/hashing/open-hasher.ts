import { createHasher, type FurtherDigests, type Hasher } from './hasher.js';
import { startHasher } from './start-hasher.js';

/** A thread takes some 50 ms to start, in which this much is hashed without one. */
const THREAD_FROM_BYTES = 64 * 1024 * 1024;

/** Hashes so many bytes: many in a thread, beside what else is done with them, few on the spot. */
export function openHasher(sizeBytes: number, further: FurtherDigests): Hasher {
  return sizeBytes < THREAD_FROM_BYTES ? createHasher(further) : startHasher(further);
}
