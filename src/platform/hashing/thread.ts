// The program of a hashing thread. It receives pieces of shared memory and replies to each when it
// is hashed. It replies to null with the digests.
import { parentPort, workerData } from 'node:worker_threads';
import { createHasher, type FurtherDigests } from './hasher.js';

// Only open-hasher.ts starts this thread, so the cast is safe.
const hasher = createHasher(workerData as FurtherDigests);

parentPort?.on('message', (piece: Uint8Array | null) => {
  if (piece) parentPort?.postMessage(hasher.update(piece));
  else parentPort?.postMessage(hasher.end());
});
