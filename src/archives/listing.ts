import { ARCHIVE_LIMITS } from '../registry/limits.js';
import type { FileEntry } from './content-check.js';
import { createPathSet } from './entry-path.js';
import { quotePath, refuse } from './findings.js';
import type { ArchiveContents, ArchiveJob } from './inspection.js';

/** Counts the files of an archive, for the record of its inspection. */
interface ContentsCount {
  add(path: string, sizeBytes: number): void;
  contents(): ArchiveContents;
}

/** Creates an empty count. */
export function countContents(): ContentsCount {
  const paths: string[] = [];
  let count = 0;
  let totalSizeBytes = 0;
  return {
    add(path, sizeBytes) {
      count += 1;
      totalSizeBytes += sizeBytes;
      if (count <= ARCHIVE_LIMITS.listedPaths) paths.push(path);
    },
    contents: () => ({ count, totalSizeBytes, paths }),
  };
}

const DOS_FOLDER = 0x10;

/** One entry of a 7z or RAR, from its headers. */
export interface ListedEntry extends FileEntry {
  readonly isFile: boolean;
  /** The size of its packed content; null if it is packed together with other entries. */
  readonly packedBytes: number | null;
  /** The Unix mode in the upper half, the DOS attributes in the lower. */
  readonly attributes: number;
}

/** All entries of an archive, in the order of its headers. */
export interface ListedArchive {
  /** Without folders. */
  readonly files: readonly FileEntry[];
  /**
   * The paths of files and folders, as the decoder prints them. Those of folders end with a slash.
   */
  readonly names: readonly string[];
  readonly contents: ArchiveContents;
}

/** Collects the entries of one 7z or RAR and checks the rules that both formats share. */
interface EntryListing {
  /**
   * Throws ArchiveFault for too many entries, and for an invalid path, type or size. Counts the
   * entry in the guard of the job, and may send its name to review.
   */
  add(entry: ListedEntry): void;
  /** Throws ArchiveFault if two paths are one file on some system, or if no file has content. */
  end(): Promise<ListedArchive>;
}

/** Creates an empty listing. */
export function createEntryListing(job: ArchiveJob): EntryListing {
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

/** The folder in which macOS stores attributes beside the packed files. */
const MAC_ATTRIBUTES = '__MACOSX';

/**
 * Returns the name of the only folder at the root of the archive, or null if there are several or
 * none. Packers of a folder create it, so it holds the whole mod. Files at the root, such as a
 * readme, and the folder `__MACOSX` do not count.
 */
export function packFolderOf(files: Iterable<{ readonly path: string }>): string | null {
  let found: string | null = null;
  for (const { path } of files) {
    const end = path.indexOf('/');
    const folder = path.slice(0, Math.max(end, 0));
    if (end < 0 || folder === MAC_ATTRIBUTES || folder === found) continue;
    if (found !== null) return null;
    found = folder;
  }
  return found;
}

const S_IFMT = 0xf000;
const S_IFDIR = 0x4000;
const S_IFREG = 0x8000;
const S_IFLNK = 0xa000;
const S_IFIFO = 0x1000;
const S_ISUID_OR_GID = 0x0c00;
const DOS_REPARSE_POINT = 0x0400;
/** The mode of folders in archives of old Maven plugins: all bits set, so it has no meaning. */
const NO_MODE = 0xffff;

/** The fields of an entry that its type depends on. */
interface TypedEntry {
  readonly path: string;
  readonly isFile: boolean;
  readonly sizeBytes: number;
  /** Whether packers of the format read pipes and store their mode, as ZIP packers do. */
  readonly mayBePiped: boolean;
}

/**
 * Rejects entries that unpack to anything other than a file or a folder, and files that run with
 * the rights of their owner or group. Throws ArchiveFault. It checks the external attributes: the
 * Unix mode in the upper half, the DOS attributes in the lower. Some programs use the host of the
 * entry and some do not, so the check ignores it. A pipe with content in a ZIP is a file: its
 * packer read the content from a pipe. Spec 4.4.
 */
export function checkFileType(attributes: number, entry: TypedEntry): void {
  const { path, isFile } = entry;
  const mode = attributes >>> 16;
  const type = mode === NO_MODE && !isFile ? 0 : mode & S_IFMT;
  if (type === S_IFLNK || (attributes & DOS_REPARSE_POINT) !== 0) {
    refuse('archive_symlink_entry', `${quotePath(path)} is a symbolic link`, { path });
  }
  const isPiped = entry.mayBePiped && isFile && entry.sizeBytes > 0;
  const isRegular = type === S_IFREG || (type === S_IFIFO && isPiped);
  if (type !== 0 && !isRegular && type !== S_IFDIR) {
    refuse('archive_dangerous_entry', `${quotePath(path)} is a device, pipe or socket`, {
      path,
      finding: 'special_file',
    });
  }
  // Most programs unpack an entry without a type as a regular file.
  if ((isRegular || (type === 0 && isFile)) && (mode & S_ISUID_OR_GID) !== 0) {
    refuse('archive_dangerous_entry', `${quotePath(path)} runs with the rights of its owner`, {
      path,
      finding: 'special_file',
    });
  }
  if (type === S_IFDIR && isFile) {
    refuse('archive_validation_failed', `${quotePath(path)} is a file and a folder at once`, {
      path,
    });
  }
}
