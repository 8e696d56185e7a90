import { ARCHIVE_LIMITS, INSPECTION_MEMORY } from '../registry/limits.js';

/** A reserved part of a memory budget. */
export interface MemoryShare {
  /** Returns a part of it if less is needed. A larger size than reserved is ignored. */
  shrink(toBytes: number): void;
  /** Returns all of it. */
  release(): void;
}

/** A fixed amount of memory for all inspections of a process. */
export interface MemoryBudget {
  /**
   * Waits until this many bytes are free, in FIFO order. No caller may wait while it holds a share
   * of the same budget, which prevents deadlocks. Throws RangeError for more than the total, and
   * the reason of the signal.
   */
  reserve(bytes: number, signal?: AbortSignal): Promise<MemoryShare>;
  /** The free memory in bytes. */
  freeBytes(): number;
}

interface Waiting {
  readonly bytes: number;
  readonly grant: () => void;
}

/** Creates a budget with all memory free. */
export function createMemoryBudget(totalBytes: number): MemoryBudget {
  const waiting: Waiting[] = [];
  let freeBytes = totalBytes;

  const serve = (): void => {
    for (let next = waiting[0]; next && next.bytes <= freeBytes; next = waiting[0]) {
      waiting.shift();
      freeBytes -= next.bytes;
      next.grant();
    }
  };
  const shareOf = (bytes: number): MemoryShare => {
    let heldBytes = bytes;
    const shrink = (toBytes: number): void => {
      if (toBytes >= heldBytes) return;
      freeBytes += heldBytes - toBytes;
      heldBytes = toBytes;
      serve();
    };
    return { shrink, release: () => shrink(0) };
  };

  return {
    freeBytes: () => freeBytes,
    reserve(bytes, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (bytes > totalBytes) throw new RangeError(`${bytes} bytes are more than the budget`);
        const entry: Waiting = {
          bytes,
          grant() {
            signal?.removeEventListener('abort', leave);
            resolve(shareOf(bytes));
          },
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(signal?.reason);
          serve();
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(entry);
        serve();
      });
    },
  };
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

/** The maximum memory to inspect an archive with this structure, without decoders. */
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

/** The same for the largest allowed structure. */
export const LARGEST_STRUCTURE_COST = structureCost({
  headerBytes: ARCHIVE_LIMITS.centralDirectoryBytes,
  entries: ARCHIVE_LIMITS.entries,
  unpackedBytes: Number.POSITIVE_INFINITY,
});
