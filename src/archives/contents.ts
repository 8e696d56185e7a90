import { ARCHIVE_LIMITS } from '../registry/limits.js';
import type { ArchiveContents } from './inspection.js';

/** Counts the files of an archive, for the record of its inspection. */
export interface ContentsCount {
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
