import { ARCHIVE_LIMITS } from '../registry/limits.js';
import type { FileEntry } from './content-check.js';
import { countContents } from './contents.js';
import { createPathSet } from './entry-path.js';
import { quotePath, refuse } from './fault.js';
import { checkFileType } from './file-type.js';
import type { ArchiveContents } from './inspection.js';
import type { ArchiveJob } from './job.js';

const DOS_FOLDER = 0x10;

/** One entry of a 7z or RAR, from its headers. */
export interface ListedEntry extends FileEntry {
  readonly isFile: boolean;
  /** Null if it is packed together with others. */
  readonly packedBytes: number | null;
  /** The Unix mode in the upper half, the DOS attributes in the lower. */
  readonly attributes: number;
}

/** All entries of an archive, in order. */
export interface ListedArchive {
  readonly files: readonly FileEntry[];
  /** Includes folders, which end with a slash. In the form that the decoder prints. */
  readonly names: readonly string[];
  readonly contents: ArchiveContents;
}

/** Collects the entries of one archive and checks the rules that all formats share. */
export interface Listing {
  /** Throws ArchiveFault for too many entries, and for an invalid path, type or size. */
  add(entry: ListedEntry): void;
  /** Throws ArchiveFault if two paths are equal, or if no file has content. */
  end(): Promise<ListedArchive>;
}

/** Creates an empty listing. */
export function createListing(job: ArchiveJob): Listing {
  const files: FileEntry[] = [];
  const names: string[] = [];
  const paths = createPathSet(job);
  const count = countContents();
  return {
    add({ isFile, packedBytes, attributes, ...file }) {
      const { path, sizeBytes } = file;
      if (names.length === ARCHIVE_LIMITS.entries) {
        refuse('zip_entry_limit', `the archive has more than ${names.length} entries`);
      }
      paths.add(path, isFile);
      checkFileType(attributes, { path, isFile, sizeBytes, mayBePiped: false });
      if (isFile && (attributes & DOS_FOLDER) !== 0) {
        refuse('archive_validation_failed', `${quotePath(path)} is a file and a folder at once`, {
          path,
        });
      }
      job.guard.admit(path, packedBytes, sizeBytes);
      names.push(printed(isFile ? path : `${path}/`));
      if (!isFile) return;
      count.add(path, sizeBytes);
      files.push(file);
    },
    async end() {
      await paths.check();
      const contents = count.contents();
      if (contents.totalSizeBytes === 0) {
        refuse('archive_empty', 'no file in the archive has any content');
      }
      return { files, names, contents };
    },
  };
}

/** A path as 7-Zip prints it. The only possible control character here is the end of `Icon\r`. */
function printed(path: string): string {
  return path.replaceAll('\r', '_');
}
