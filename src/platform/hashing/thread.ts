// The program of a thread that hashes. It is sent pieces of shared memory, and says of each when it has
// been hashed; sent null, it answers with the digests.
import { parentPort, workerData } from 'node:worker_threads';
import { createHasher, type FurtherDigests } from './hasher.js';

// What the thread was started with, by start-hasher.ts alone.
const hasher = createHasher(workerData as FurtherDigests);

parentPort?.on('message', (piece: Uint8Array | null) => {
  if (piece) parentPort?.postMessage(hasher.update(piece));
  else parentPort?.postMessage(hasher.end());
});
