import type { ReviewReason } from '../../../../registry/contents.js';
import { ARCHIVE_LIMITS } from '../../../../registry/limits.js';
import { refuse } from '../fault.js';
import type { ListedArchive } from '../listing.js';

/** What the walk over the blocks of a RAR has found. */
export interface RarArchive {
  readonly listed: ListedArchive;
  readonly headerBytes: number;
  readonly dictionaryBytes: number;
  /** Why its contents cannot be decided on, if there is a reason. */
  readonly undecided: ReviewReason | null;
}

/** Counts the bytes of the headers of one archive, which lie all over it. */
export function countHeaderBytes(): { add(bytes: number): void; total(): number } {
  let total = 0;
  return {
    add(bytes) {
      total += bytes;
      if (total > ARCHIVE_LIMITS.centralDirectoryBytes) {
        refuse(
          'zip_central_directory_too_large',
          `the headers have more than ${total - bytes} bytes`,
        );
      }
    },
    total: () => total,
  };
}

/** Ends the inspection of an archive that goes on in, or comes from, another file. */
export function refuseVolume(): never {
  refuse('archive_validation_failed', 'the archive is a part of several volumes');
}
