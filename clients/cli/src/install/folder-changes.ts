import { join } from 'node:path';
import { failure } from '../failure.js';
import type { LockedFolder } from './folder-lock.js';
import { folderInWay, isSameFile, type Present, presentAt } from './installed-file.js';
import type { LockedFile } from './lockfile.js';
import { collisionKey } from './names.js';

/** A file name with the digest of the content that modport put there. */
export interface KnownFile {
  readonly path: string;
  readonly sha256: string;
}

/** The changes that make a folder what a lockfile says. */
export interface FolderChanges {
  /** Files that are in the folder with the right content. */
  readonly kept: readonly LockedFile[];
  /** Files to download. */
  readonly added: readonly LockedFile[];
  /** Files to download in place of existing ones with the same name and other content. */
  readonly replaced: readonly LockedFile[];
  /** Names of files that modport installed and that no longer belong here. */
  readonly removed: readonly string[];
  /**
   * Kept files whose name changes only in case or Unicode form, on a file system where the old and
   * the new name are one file.
   */
  readonly renamed: readonly Rename[];
}

interface Rename {
  readonly from: string;
  readonly to: string;
}

interface Wanted {
  /** The files that modport has put into the folder, also in an interrupted run. */
  readonly known: readonly KnownFile[];
  /** The files that the folder should have. */
  readonly next: readonly LockedFile[];
  /** The files of `next` that stay as they are, even if they are missing or changed. */
  readonly staying?: readonly LockedFile[];
  /** Whether files that the user changed may be replaced and deleted. */
  readonly force: boolean;
}

/**
 * Compares a folder with the files that it should have. Changes nothing. Throws:
 * - `files_changed` if files to replace or remove are not as modport installed them, unless `force`
 *   is set
 * - `file_unusable` for a folder in the place of a file, also with `force`
 */
export async function changesOf(
  folder: LockedFolder,
  { known, next, force, staying = [] }: Wanted,
): Promise<FolderChanges> {
  const untouched = new Set(staying.map(({ path }) => path));
  const ours = new Set(known.map(({ path, sha256 }) => `${sha256} ${collisionKey(path)}`));
  const isOurs = (path: string, sha256: string): boolean =>
    ours.has(`${sha256} ${collisionKey(path)}`);
  const kept: LockedFile[] = [];
  const added: LockedFile[] = [];
  const replaced: LockedFile[] = [];
  const changed: string[] = [];
  for (const file of next) {
    const isUntouched = untouched.has(file.path);
    const present = await (isUntouched ? presentIn : replaceableIn)(folder, file.path);
    if (present.kind === 'file' && present.sha256 === file.sha256) kept.push(file);
    else if (isUntouched) continue;
    else if (present.kind === 'absent') added.push(file);
    else {
      const mayReplace = present.kind === 'file' && isOurs(file.path, present.sha256);
      if (!mayReplace && !force) changed.push(file.path);
      replaced.push(file);
    }
  }
  const found = await leftovers(folder, known, next);
  const renamed = await renamesOf(folder, found, [...kept, ...staying]);
  const removed = found.filter(({ path }) => !renamed.some(({ from }) => from === path));
  changed.push(
    ...removed.filter(({ sha256, path }) => !force && !isOurs(path, sha256)).map((one) => one.path),
  );
  if (changed.length > 0) throw failure('files_changed', { files: changed });
  return { kept, added, replaced, removed: removed.map(({ path }) => path), renamed };
}

function presentIn(folder: LockedFolder, path: string): Promise<Present> {
  return presentAt(join(folder.path, path), folder.signal);
}

/** The content of a path. Throws `file_unusable` for a folder, which no file can replace. */
async function replaceableIn(folder: LockedFolder, path: string): Promise<Present> {
  const present = await presentIn(folder, path);
  if (present.kind === 'folder') throw folderInWay(join(folder.path, path));
  return present;
}

/**
 * The known files that still exist but are not in `next`, with the digests of their present
 * content. The digest of anything but a plain file is an empty text.
 */
async function leftovers(
  folder: LockedFolder,
  known: readonly KnownFile[],
  next: readonly LockedFile[],
): Promise<KnownFile[]> {
  const staying = new Set(next.map(({ path }) => path));
  const gone = new Set(known.map(({ path }) => path).filter((path) => !staying.has(path)));
  const found: KnownFile[] = [];
  for (const path of gone) {
    const present = await replaceableIn(folder, path);
    if (present.kind === 'absent') continue;
    found.push({ path, sha256: present.kind === 'file' ? present.sha256 : '' });
  }
  return found;
}

/**
 * The names of `found` that lead to the same file as a kept name. To remove such a name would
 * delete the kept file, so the file is renamed.
 */
async function renamesOf(
  folder: LockedFolder,
  found: readonly KnownFile[],
  kept: readonly LockedFile[],
): Promise<Rename[]> {
  const names = new Map(kept.map(({ path }) => [collisionKey(path), path]));
  const renames: Rename[] = [];
  for (const { path: from } of found) {
    const to = names.get(collisionKey(from));
    if (to === undefined) continue;
    if (await isSameFile(join(folder.path, from), join(folder.path, to))) {
      renames.push({ from, to });
    }
  }
  return renames;
}
