import { createHash } from 'node:crypto';
import { ARCHIVE_LIMITS } from '../registry/limits.js';

/** One file of an archive, or of an archive inside it. */
export interface ContainedFile {
  /** From the root of the outermost archive; a nested archive counts as a folder. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** The files that an inspection saw. */
export interface ContainedFiles {
  /** The number of all files, listed or not. */
  readonly count: number;
  readonly files: readonly ContainedFile[];
  /** Whether the inspection saw all files, and the list has all of them. */
  readonly isComplete: boolean;
}

/** The digest of one file that is being read. */
interface ListedFile {
  take(piece: Uint8Array): void;
  /** Adds the file to the list. Without this call, the list is not complete. */
  end(): void;
}

/** Collects the files of an archive during its inspection. */
export interface FileList {
  /** Counts and begins a file. Returns null if the list has no room for it. */
  open(path: string, sizeBytes: number): ListedFile | null;
  /** The same list, for the files of the nested archive at this path. */
  within(path: string): FileList;
  /** Call this when the inspection has seen all files. Without it, the list is not complete. */
  finish(): void;
  /** The files that have ended so far. */
  contents(): ContainedFiles;
}

/**
 * Creates an empty list. It holds a bounded number of files and of characters, so that an archive
 * with very many files costs little memory.
 */
export function createFileList(): FileList {
  const files: ContainedFile[] = [];
  let count = 0;
  let freeCharacters: number = ARCHIVE_LIMITS.listedCharacters;
  let isWhole = false;

  const open = (path: string, sizeBytes: number): ListedFile | null => {
    count += 1;
    if (count > ARCHIVE_LIMITS.listedPaths || path.length > freeCharacters) return null;
    freeCharacters -= path.length;
    const hash = createHash('sha256');
    return {
      take: (piece) => void hash.update(piece),
      end: () => void files.push({ path, sizeBytes, sha256: hash.digest('hex') }),
    };
  };
  const listAt = (prefix: string): FileList => ({
    open: (path, sizeBytes) => open(`${prefix}${path}`, sizeBytes),
    within: (path) => listAt(`${prefix}${path}/`),
    finish() {
      isWhole = true;
    },
    contents: () => ({ count, files, isComplete: isWhole && files.length === count }),
  });
  return listAt('');
}
