import { ARCHIVE_LIMITS, INSPECTION_MEMORY } from '../registry/limits.js';

/** A reserved part of a memory budget. */
export interface MemoryShare {
  /** Keeps `toBytes` and gives the rest back to the budget. Ignores a larger size than reserved. */
  shrink(toBytes: number): void;
  /** Gives all of it back to the budget. A second call does nothing. */
  release(): void;
}

/** A fixed amount of memory for all inspections of a process. */
export interface MemoryBudget {
  /**
   * Waits until this many bytes are free, in FIFO order. To prevent deadlocks, a caller must not
   * wait while it holds a share of the same budget. Throws RangeError for more bytes than the
   * budget has in all, and the reason of the signal.
   */
  reserve(bytes: number, signal?: AbortSignal): Promise<MemoryShare>;
  /** The free memory in bytes. */
  freeBytes(): number;
}

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

/** The state of a budget. */
interface Reserve {
  readonly totalBytes: number;
  readonly waiting: Waiting[];
  freeBytes: number;
}

/** Creates a budget with all memory free. */
export function createMemoryBudget(totalBytes: number): MemoryBudget {
  const reserve: Reserve = { totalBytes, waiting: [], freeBytes: totalBytes };
  return {
    freeBytes: () => reserve.freeBytes,
    reserve: (bytes, signal) => enqueue(reserve, bytes, signal),
  };
}

function enqueue(reserve: Reserve, bytes: number, signal?: AbortSignal): Promise<MemoryShare> {
  const { waiting, totalBytes } = reserve;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    if (bytes > totalBytes) throw new RangeError(`${bytes} bytes are more than the budget`);
    const entry: Waiting = {
      bytes,
      admit() {
        signal?.removeEventListener('abort', leave);
        resolve(shareOf(reserve, bytes));
      },
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(signal?.reason);
      admitNext(reserve);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(entry);
    admitNext(reserve);
  });
}

/** Admits the first callers in the queue, as many as the free memory allows. */
function admitNext(reserve: Reserve): void {
  const { waiting } = reserve;
  for (let next = waiting[0]; next && next.bytes <= reserve.freeBytes; next = waiting[0]) {
    waiting.shift();
    reserve.freeBytes -= next.bytes;
    next.admit();
  }
}

function shareOf(reserve: Reserve, bytes: number): MemoryShare {
  let reservedBytes = bytes;
  const shrink = (toBytes: number): void => {
    if (toBytes >= reservedBytes) return;
    reserve.freeBytes += reservedBytes - toBytes;
    reservedBytes = toBytes;
    admitNext(reserve);
  };
  return { shrink, release: () => shrink(0) };
}

/** The budgets of a process. A caller that needs both reserves `structure` first. */
export interface InspectionMemory {
  /** For structures, buffers and nested archives. */
  readonly structure: MemoryBudget;
  /** For decoders, which run in threads with their own memory. */
  readonly decoders: MemoryBudget;
}

/** The budgets of all inspections of this process. */
export const INSPECTION_BUDGETS: InspectionMemory = {
  structure: createMemoryBudget(INSPECTION_MEMORY.structureBytes),
  decoders: createMemoryBudget(INSPECTION_MEMORY.decoderBytes),
};

/** The known size of an archive's headers and contents. */
export interface StructureSize {
  readonly headerBytes: number;
  readonly entries: number;
  readonly unpackedBytes: number;
}

/** The maximum memory, in bytes, to inspect an archive with this structure, without decoders. */
export function structureCost({ headerBytes, entries, unpackedBytes }: StructureSize): number {
  const memory = INSPECTION_MEMORY;
  const nestedBytes = Math.min(ARCHIVE_LIMITS.nestedMemoryBytes, unpackedBytes);
  return (
    memory.buffersBytes +
    memory.perHeaderByte * headerBytes +
    memory.perEntryBytes * entries +
    memory.perNestedByte * nestedBytes
  );
}

/** The result of `structureCost` for the largest allowed structure. */
export const LARGEST_STRUCTURE_COST = structureCost({
  headerBytes: ARCHIVE_LIMITS.centralDirectoryBytes,
  entries: ARCHIVE_LIMITS.entries,
  unpackedBytes: Number.POSITIVE_INFINITY,
});
