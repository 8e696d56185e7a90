import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { quotePath, refuse } from './findings.js';

/**
 * Limits the unpacked size and the entries of one uploaded object, including its nested archives.
 */
export interface BombGuard {
  /**
   * Counts an entry and checks its declared sizes before it is unpacked. In a solid archive an
   * entry has no packed size of its own: pass null, and only the totals count. Throws ArchiveFault:
   * `zip_bomb_guard` for a size or ratio above its limit, `zip_entry_limit` for too many entries.
   */
  admit(path: string, compressedBytes: number | null, sizeBytes: number): void;
  /**
   * Counts intermediate output between unpacking steps. It belongs to no file, but it costs time.
   * Such output has a total of its own, with the same limits as the total of `admit`. Throws
   * ArchiveFault above them.
   */
  admitSteps(sizeBytes: number): void;
}

/**
 * Creates the guard of one object. It uses declared sizes, and the inspection rejects any entry
 * with another size. So the result does not depend on the order in which entries are unpacked. The
 * ratios of an entry and of the total count only above a minimum size, because small contents
 * compress well. The ratio of the total relates to `objectBytes`, the size of the uploaded object.
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
