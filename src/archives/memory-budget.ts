import { ARCHIVE_LIMITS, INSPECTION_MEMORY } from '../registry/limits.js';

/** Memory that somebody holds a part of. */
export interface MemoryShare {
  /** Gives some of it back, when less is needed than was thought. More than it holds is ignored. */
  shrink(toBytes: number): void;
  /** Gives all of it back. */
  release(): void;
}

/** A fixed amount of memory that the inspections of a process share. */
export interface MemoryBudget {
  /**
   * Waits until so many bytes are free; who asked first is served first. Nobody asks while holding
   * a share of the same budget, so nobody waits for somebody who waits. Throws RangeError for more than there is in all, and the reason of the signal.
   */
  reserve(bytes: number, signal?: AbortSignal): Promise<MemoryShare>;
  /** What is free now, in bytes. */
  freeBytes(): number;
}

interface Waiting {
  readonly bytes: number;
  readonly grant: () => void;
}

/** Begins with all of it free. */
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

/** The budgets of a process. Who needs of both asks for `structure` first. */
export interface InspectionMemory {
  /** For structures, buffers and archives within archives. */
  readonly structure: MemoryBudget;
  /** For decoders, which run in threads with memory of their own. */
  readonly decoders: MemoryBudget;
}

/** What all inspections of this process take from. */
export const INSPECTION_BUDGETS: InspectionMemory = {
  structure: createMemoryBudget(INSPECTION_MEMORY.structureBytes),
  decoders: createMemoryBudget(INSPECTION_MEMORY.decoderBytes),
};

/** The size of an archive's headers and contents, as far as it is known. */
export interface StructureSize {
  readonly headerBytes: number;
  readonly entries: number;
  readonly unpackedBytes: number;
}

/** What the inspection of an archive with such a structure takes at the most, decoders left out. */
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

/** The same for a structure as large as one may be. */
export const LARGEST_STRUCTURE_COST = structureCost({
  headerBytes: ARCHIVE_LIMITS.centralDirectoryBytes,
  entries: ARCHIVE_LIMITS.entries,
  unpackedBytes: Number.POSITIVE_INFINITY,
});
