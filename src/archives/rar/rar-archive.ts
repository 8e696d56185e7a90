import type { ReviewReason } from '../../registry/contents.js';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { quotePath, refuse } from '../fault.js';
import type { ListedArchive } from '../listing.js';

/** What the walk over the blocks of a RAR has found. */
export interface RarArchive {
  readonly listed: ListedArchive;
  readonly headerBytes: number;
  readonly dictionaryBytes: number;
  /** Why its contents cannot be decided on, if there is a reason. */
  readonly undecided: ReviewReason | null;
}

/** A file may have an access list and a block of another kind beside its own. */
const BLOCKS = 3 * ARCHIVE_LIMITS.entries;

/** The blocks of service that programs write. All others would be bytes that nothing reads. */
const SERVICES: ReadonlySet<string> = new Set(['ACL', 'AV', 'CMT', 'EA2', 'QO', 'RR', 'UOW']);

/** Throws ArchiveFault for alternate data streams and for blocks of service that no program knows. */
export function checkService(name: string): void {
  if (name === 'STM') {
    refuse('archive_dangerous_entry', 'the archive holds alternate data streams');
  }
  if (!SERVICES.has(name)) {
    refuse('archive_validation_failed', `the archive has a block of service ${quotePath(name)}`);
  }
}

/** Counts the blocks of one archive and the bytes of their headers, which lie all over it. */
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

/** Ends the inspection of an archive that goes on in, or comes from, another file. */
export function refuseVolume(): never {
  refuse('archive_validation_failed', 'the archive is a part of several volumes');
}
