import { ARCHIVE_LIMITS } from '../../../registry/limits.js';
import { quotePath, refuse } from './fault.js';

/** Watches how much one uploaded object unpacks to, the archives within it included. */
export interface BombGuard {
  /** Counts an entry by the sizes that it declares, before it is unpacked. */
  admit(path: string, compressedBytes: number, sizeBytes: number): void;
}

/**
 * Declared sizes decide, and the walk holds every entry to what it declared, so the same archive
 * is refused however it is read. Both measures begin late: small things compress well.
 */
export function createBombGuard(objectBytes: number): BombGuard {
  const limits = ARCHIVE_LIMITS;
  let totalBytes = 0;
  return {
    admit(path, compressedBytes, sizeBytes) {
      totalBytes += sizeBytes;
      if (
        sizeBytes > limits.entryRatioFromBytes &&
        sizeBytes > limits.entryRatio * compressedBytes
      ) {
        refuse('zip_bomb_guard', `${quotePath(path)} unpacks to ${sizeBytes} bytes`);
      }
      if (totalBytes > limits.ratioFromBytes && totalBytes > limits.ratio * objectBytes) {
        refuse('zip_bomb_guard', `the archive unpacks to at least ${totalBytes} bytes`);
      }
    },
  };
}
