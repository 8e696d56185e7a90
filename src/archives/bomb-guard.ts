import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { quotePath, refuse } from './fault.js';

/** Watches how much one uploaded object unpacks to, the archives within it included. */
export interface BombGuard {
  /**
   * Counts an entry, by itself and by the sizes that it declares, before it is unpacked. Where entries are packed
   * together (solid) none has a packed size of its own: it is null, and only the total counts.
   */
  admit(path: string, compressedBytes: number | null, sizeBytes: number): void;
  /** Counts what steps of unpacking only hand to the next one: no file has it, but it takes its time. */
  admitSteps(sizeBytes: number): void;
}

/**
 * Declared sizes decide, and the walk holds every entry to what it declared, so the same archive
 * is refused however it is read. Both ratios begin late: small things compress well.
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
