import type { ReviewReason } from '../../registry/contents.js';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { quotePath, refuse } from '../fault.js';
import type { ListedArchive } from '../listing.js';

/** The result of the walk over the blocks of a RAR. */
export interface RarArchive {
  readonly listed: ListedArchive;
  readonly headerBytes: number;
  readonly dictionaryBytes: number;
  /** The reason why its contents need a review, if any. */
  readonly undecided: ReviewReason | null;
}

/** A file may have an access list and another block in addition to its own. */
const BLOCKS = 3 * ARCHIVE_LIMITS.entries;

/** The known service blocks. Any other block would be bytes that no program reads. */
const SERVICES: ReadonlySet<string> = new Set(['ACL', 'AV', 'CMT', 'EA2', 'QO', 'RR', 'UOW']);

/** Throws ArchiveFault for alternate data streams and for unknown service blocks. */
export function checkService(name: string): void {
  if (name === 'STM') {
    refuse('archive_dangerous_entry', 'the archive holds alternate data streams');
  }
  if (!SERVICES.has(name)) {
    refuse('archive_validation_failed', `the archive has a block of service ${quotePath(name)}`);
  }
}

/** Counts the blocks of one archive and their header bytes, which are spread over the file. */
export function countHeaderBytes(): { add(bytes: number): void; total(): number } {
  let total = 0;
  let blocks = 0;
  return {
    add(bytes) {
      total += bytes;
      blocks += 1;
      if (blocks > BLOCKS) refuse('zip_entry_limit', `the archive has more than ${BLOCKS} blocks`);
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

/** Rejects an archive that continues in, or continues, another file. */
export function refuseVolume(): never {
  refuse('archive_validation_failed', 'the archive is a part of several volumes');
}
