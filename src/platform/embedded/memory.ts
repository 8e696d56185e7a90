import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

const MIB = 1024 ** 2;

/** PostgreSQL's own default, and all that the pages of a small catalog need. */
const LEAST_BYTES = 128 * MIB;

/** Half of the search index of a million mods. */
const MOST_BYTES = 8192 * MIB;

/** The bytes of memory of the machine, or of the container if it may use less. */
export function availableMemory(): number {
  // Without a limit, this is 0, or a number that no machine reaches.
  const limit = constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * The settings of PostgreSQL that depend on the bytes of memory. modport, its stored files and
 * other programs use the same memory, so PostgreSQL takes an eighth for itself, within bounds. It
 * expects half of the memory to hold pages of its files.
 */
export function memorySettings(memoryBytes: number) {
  const shared = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, memoryBytes / 8));
  const cached = Math.max(shared, memoryBytes / 2);
  return {
    shared_buffers: `${Math.floor(shared / MIB)}MB`,
    effective_cache_size: `${Math.floor(cached / MIB)}MB`,
  };
}
