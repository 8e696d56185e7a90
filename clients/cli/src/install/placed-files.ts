import { join } from 'node:path';
import type { LockedFolder } from './folder-lock.js';
import { presentAt } from './installed-file.js';
import type { LockedFile } from './lockfile.js';
import { collisionKey } from './names.js';
import type { NextFolder } from './next-folder.js';
import { readPendingFiles } from './pending.js';

/**
 * Keeps files of interrupted runs for mods that stay as they are. Such a run may have replaced
 * files of a mod by those of another version, before the mod was set aside. Without this, the new
 * files would be deleted, and no file of the mod would be left.
 * - A mod gets such files only if one of its files in `staying` is missing or changed.
 * - Files at a path of another mod do not count. Of several versions, that of the last run stays.
 * - The other files of such a mod stay only if they are present.
 * The lockfile and `setAside` of the result name the kept files and their version.
 */
export async function keepPlacedFiles(folder: LockedFolder, next: NextFolder): Promise<NextFolder> {
  if (next.staying.length === 0) return next;
  const placed = await onlyPresent(folder, await readPendingFiles(folder));
  const present = new Set(await onlyPresent(folder, next.staying));
  const isComplete = (mod: string) =>
    next.staying.every((file) => file.mod_id !== mod || present.has(file));
  const stayingIds = new Set(next.staying.map(({ artifact_id }) => artifact_id));
  const planned = next.lockfile.files.filter(({ artifact_id }) => !stayingIds.has(artifact_id));
  const owners = new Map(
    [...planned, ...next.staying].map(({ path, mod_id }) => [collisionKey(path), mod_id]),
  );
  const isFree = ({ path, mod_id }: LockedFile) =>
    (owners.get(collisionKey(path)) ?? mod_id) === mod_id;
  const found = placed.filter(
    (file) =>
      next.staying.some(({ mod_id }) => mod_id === file.mod_id) &&
      !isComplete(file.mod_id) &&
      isFree(file),
  );
  if (found.length === 0) return next;
  // Several runs may have been interrupted. The last one has the last version.
  const latest = new Map(found.map((file) => [file.mod_id, file]));
  const kept = found.filter((file) => file.version_id === latest.get(file.mod_id)?.version_id);
  const names = new Set(kept.map(({ path }) => collisionKey(path)));
  const earlier = next.staying.filter(
    (file) =>
      !latest.has(file.mod_id) || (present.has(file) && !names.has(collisionKey(file.path))),
  );
  const staying = [...earlier, ...kept];
  return {
    ...next,
    staying,
    lockfile: { ...next.lockfile, files: [...planned, ...staying] },
    setAside: next.setAside.map((one) => {
      const { version = one.version } = latest.get(one.mod_id) ?? {};
      return { ...one, version };
    }),
  };
}

/** The files that are in the folder with the right content. */
async function onlyPresent(
  folder: LockedFolder,
  files: readonly LockedFile[],
): Promise<LockedFile[]> {
  const found: LockedFile[] = [];
  for (const file of files) {
    const present = await presentAt(join(folder.path, file.path), folder.signal);
    if (present.kind === 'file' && present.sha256 === file.sha256) found.push(file);
  }
  return found;
}
