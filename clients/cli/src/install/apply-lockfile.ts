import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modport/client';
import { failure } from '../failure.js';
import { errnoText } from '../file-errors.js';
import type { Language } from '../language.js';
import type { Output } from '../output/output.js';
import { syncFolder } from '../write-atomically.js';
import { changesOf, type FolderChanges } from './folder-changes.js';
import { isOfLock, type LockedFolder } from './folder-lock.js';
import { type LockedFile, readLockfile, writeLockfile } from './lockfile.js';
import { collisionKey } from './names.js';
import type { NextFolder } from './next-folder.js';
import { clearPending, readPending, writePending } from './pending.js';
import { downloadAll, stagedPath } from './staged-downloads.js';

/** The options of `applyLockfile`. */
export interface ApplyOptions {
  readonly client: Client;
  readonly output: Output;
  readonly folder: LockedFolder;
  readonly language: Language;
  /** Whether files that the user changed may be replaced and deleted. */
  readonly force: boolean;
  /** Whether to return the changes without making them. Nothing is downloaded then. */
  readonly dryRun: boolean;
}

/**
 * Changes a folder so that the files that modport manages are those of a lockfile. It leaves the
 * files of `staying` and all other files alone, except that `force` replaces one that is in the
 * way.
 * 1. It downloads missing files into the staging folder.
 * 2. It moves each of them into its place in one step, and removes old files.
 * 3. It replaces `modport.lock`.
 * After an interruption at any point, the next run continues. Returns the changes. Throws
 * `lockfile_invalid`, `files_changed`, `file_unusable`, the reason of the folder's signal, and the
 * errors of `downloadAll`.
 */
export async function applyLockfile(
  options: ApplyOptions,
  { lockfile: next, staying }: Pick<NextFolder, 'lockfile' | 'staying'>,
): Promise<FolderChanges> {
  const { folder, force, dryRun } = options;
  const before = await readLockfile(folder.path);
  const known = [...(before?.files ?? []), ...(await readPending(folder))];
  const changes = await changesOf(folder, { known, next: next.files, staying, force });
  if (dryRun) return changes;
  const missing = [...changes.added, ...changes.replaced];
  await downloadAll(options, missing);
  folder.signal.throwIfAborted();
  const settled = new Set([
    ...changes.kept.map(({ path }) => path),
    ...changes.renamed.map(({ from }) => from),
    ...staying.map(({ path }) => path),
  ]);
  const touched = known.filter(({ path }) => !settled.has(path));
  // During a long download, the user may have put other files in the way.
  await changesOf(folder, { known: touched, next: missing, force });
  await writePending(folder, missing);
  await place(folder, missing, changes);
  await writeLockfile(folder.path, next);
  await clearPending(folder);
  await emptyStaging(folder);
  return changes;
}

/**
 * Moves the downloaded files into their places, and removes old ones. It needs no network, so no
 * failure of the network leaves a folder that is half old and half new.
 */
async function place(
  folder: LockedFolder,
  files: readonly LockedFile[],
  { removed, renamed }: FolderChanges,
): Promise<void> {
  const names = new Set(files.map(({ path }) => collisionKey(path)));
  // On some file systems, `A.zip` and `a.zip` are one file: the old one must go first.
  const first = removed.filter(sharesName);
  const last = removed.filter((path) => !sharesName(path));
  for (const path of first) await remove(folder, path);
  for (const { path, artifact_id } of files) {
    const target = join(folder.path, path);
    await attempt(target, () => rename(stagedPath(folder, artifact_id), target));
  }
  for (const path of last) await remove(folder, path);
  for (const { from, to } of renamed) {
    const target = join(folder.path, to);
    await attempt(target, () => rename(join(folder.path, from), target));
  }
  await syncFolder(folder.path);

  function sharesName(path: string): boolean {
    return names.has(collisionKey(path));
  }
}

async function remove(folder: LockedFolder, path: string): Promise<void> {
  const target = join(folder.path, path);
  await attempt(target, () => rm(target, { force: true }));
}

async function attempt(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw failure('file_unusable', { file, reason: errnoText(error) });
  }
}

/** Removes everything but the lock from the staging folder, also downloads of earlier runs. */
async function emptyStaging({ staging }: LockedFolder): Promise<void> {
  const names = await readdir(staging);
  const leftovers = names.filter((name) => !isOfLock(name));
  await Promise.all(
    leftovers.map((name) => rm(join(staging, name), { recursive: true, force: true })),
  );
}
