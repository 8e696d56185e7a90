import { Worker } from 'node:worker_threads';
import type { Digests, FurtherDigests, Hasher } from './hasher.js';

/** As much as the disk store hands out at once: each slot costs a message there and one back. */
const SLOT_BYTES = 256 * 1024;
/** Of what JavaScript keeps in the thread, which is next to nothing: the bytes are shared. */
const THREAD_HEAP_MIB = 16;

/** Memory that is shared with the thread. */
interface Slot {
  readonly bytes: Uint8Array;
  /** Resolves when the thread is done with it. */
  free: Promise<unknown>;
}

/**
 * Hashes in a thread of its own, at most two slots behind: bytes are copied into one while the thread
 * hashes the other. A thread that does not start, or ends of itself, is thrown by `update` and `end`.
 */
export function startHasher(further: FurtherDigests): Hasher {
  const thread = startThread(further);
  let filling = createSlot();
  let spare = createSlot();
  let filledBytes = 0;

  const handOver = (): void => {
    filling.free = thread.ask(filling.bytes.subarray(0, filledBytes));
    // Whoever needs the slot again is told; until then nobody is there to hear of it.
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
        if (filledBytes === SLOT_BYTES) handOver();
      }
    },
    async end() {
      handOver();
      const digests = await thread.ask(null);
      if (!digests) throw new Error('the thread that hashes answered without digests');
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

/** The thread, which answers what it is asked in the same order. */
function startThread(further: FurtherDigests) {
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: further,
    // What the process was started with is not for the thread.
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
  worker.on('exit', () => fail(new Error('the thread that hashes has ended')));
  return {
    ask: (piece: Uint8Array | null) =>
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
