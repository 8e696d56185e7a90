import type { ReviewedFile } from './review-api';

/** A folder of an archive, or an archive inside it. `removed` files count as its files too. */
export interface Folder {
  readonly name: string;
  /** The path from the root, without a slash at its end. */
  readonly path: string;
  readonly folders: readonly Folder[];
  readonly files: readonly NamedFile[];
  /** The number of files in it and below it, at all levels. */
  readonly count: number;
  /** The sum of the sizes of these files. */
  readonly sizeBytes: number;
}

/** A file with the last part of its path. */
export interface NamedFile extends ReviewedFile {
  readonly name: string;
}

/**
 * The tree of one folder, the root by default. All `files` must be below its `path`, and the tree
 * keeps their order. `name` is the last part of `path`. Names and paths are texts of the uploader
 * and not sanitized.
 */
export function treeOf(files: readonly ReviewedFile[], path = '', name = ''): Folder {
  const below = new Map<string, ReviewedFile[]>();
  const own: NamedFile[] = [];
  const start = path === '' ? 0 : path.length + 1;
  for (const file of files) {
    const end = file.path.indexOf('/', start);
    if (end < 0) {
      own.push({ ...file, name: file.path.slice(start) });
      continue;
    }
    const folder = file.path.slice(start, end);
    const known = below.get(folder);
    if (known) known.push(file);
    else below.set(folder, [file]);
  }
  const folders = [...below].map(([folder, inside]) =>
    treeOf(inside, path === '' ? folder : `${path}/${folder}`, folder),
  );
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { name, path, folders, files: own, count: files.length, sizeBytes };
}
