import { ARCHIVE_LIMITS, INSPECTION_MEMORY } from '../registry/limits.js';
import { quotePath, refuse } from './findings.js';

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

/** Limits the unpacked size of one uploaded object, including its nested archives. */
export interface BombGuard {
  /**
   * Checks the declared sizes of an entry before it is unpacked. In a solid archive an entry has no
   * packed size of its own: pass null, and only the total counts.
   */
  admit(path: string, compressedBytes: number | null, sizeBytes: number): void;
  /**
   * Counts intermediate output between unpacking steps. It belongs to no file, but it costs time.
   */
  admitSteps(sizeBytes: number): void;
}

/**
 * Uses declared sizes, and the walk rejects any entry with another size. So the same archive is
 * rejected however it is read. Both ratio limits start at a minimum size, because small contents
 * compress well.
 */
export function createBombGuard(objectBytes: number): BombGuard {
  const limits = ARCHIVE_LIMITS;
  let totalBytes = 0;
  let stepsBytes = 0;
  let entries = 0;
  const checkTotal = (bytes: number): void => {
    const isOutOfProportion = bytes > limits.ratioFromBytes && bytes > limits.ratio * objectBytes;
    if (isOutOfProportion || bytes > limits.unpackedBytes) {
      refuse('zip_bomb_guard', `the archive unpacks to at least ${bytes} bytes`);
    }
  };
  return {
    admit(path, compressedBytes, sizeBytes) {
      if (
        compressedBytes !== null &&
        sizeBytes > limits.entryRatioFromBytes &&
        sizeBytes > limits.entryRatio * compressedBytes
      ) {
        refuse('zip_bomb_guard', `${quotePath(path)} unpacks to ${sizeBytes} bytes`, { path });
      }
      entries += 1;
      if (entries > limits.entriesInAll) {
        refuse(
          'zip_entry_limit',
          `the archives within hold more than ${limits.entriesInAll} entries`,
        );
      }
      totalBytes += sizeBytes;
      checkTotal(totalBytes);
    },
    admitSteps(sizeBytes) {
      stepsBytes += sizeBytes;
      checkTotal(stepsBytes);
    },
  };
}
