import { Worker } from 'node:worker_threads';
import { createHasher, type Digests, type FurtherDigests, type Hasher } from './hasher.js';

/** The read size of the disk store. Each slot costs one message in each direction. */
const SLOT_BYTES = 256 * 1024;
/** The JavaScript heap of the thread. It stays small, because the bytes are in shared memory. */
const THREAD_HEAP_MIB = 16;

/** Memory that is shared with the thread. */
interface Slot {
  readonly bytes: Uint8Array;
  /** Resolves when the thread has finished with it. */
  free: Promise<unknown>;
}

/**
 * Hashes in its own thread, at most two slots behind: the caller fills one slot while the thread
 * hashes the other. If the thread does not start or ends unexpectedly, `update` and `end` throw.
 */
export function startHasher(further: FurtherDigests): Hasher {
  const thread = startThread(further);
  let filling = createSlot();
  let spare = createSlot();
  let filledBytes = 0;

  const dispatch = (): void => {
    filling.free = thread.request(filling.bytes.subarray(0, filledBytes));
    // The next use of the slot reports the failure. Until then, nothing awaits this promise.
    filling.free.catch(() => undefined);
    [filling, spare] = [spare, filling];
    filledBytes = 0;
  };
  return {
    async update(chunk) {
      for (let rest = chunk; rest.length > 0; ) {
        await filling.free;
        const piece = rest.subarray(0, SLOT_BYTES - filledBytes);
        filling.bytes.set(piece, filledBytes);
        filledBytes += piece.length;
        rest = rest.subarray(piece.length);
        if (filledBytes === SLOT_BYTES) dispatch();
      }
    },
    async end() {
      dispatch();
      const digests = await thread.request(null);
      if (!digests) throw new Error('the hash thread returned no digests');
      return digests;
    },
    close: () => thread.end(),
  };
}

function createSlot(): Slot {
  return { bytes: new Uint8Array(new SharedArrayBuffer(SLOT_BYTES)), free: Promise.resolve() };
}

interface Waiting {
  resolve(answer: Digests | undefined): void;
  reject(reason: unknown): void;
}

/** Starts the thread. It replies to messages in order. */
function startThread(further: FurtherDigests) {
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: further,
    // The flags of the process are not for the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MIB },
  });
  const waiting: Waiting[] = [];
  let failure: unknown = null;
  const fail = (reason: unknown): void => {
    failure ??= reason;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on('message', (answer: Digests | undefined) => waiting.shift()?.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the hash thread has ended')));
  return {
    request: (piece: Uint8Array | null) =>
      new Promise<Digests | undefined>((resolve, reject) => {
        if (failure !== null) return reject(failure);
        waiting.push({ resolve, reject });
        worker.postMessage(piece);
      }),
    async end() {
      await worker.terminate();
    },
  };
}

/** A thread takes about 50 ms to start. This many bytes are hashed in that time without one. */
const THREAD_FROM_BYTES = 64 * 1024 * 1024;

/**
 * Creates a hasher for a number of bytes: in a thread for many bytes, in place for few. `further`
 * selects digests besides SHA-256.
 */
export function openHasher(sizeBytes: number, further: FurtherDigests): Hasher {
  return sizeBytes < THREAD_FROM_BYTES ? createHasher(further) : startHasher(further);
}
