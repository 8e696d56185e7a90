import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../write-atomically.js';
import type { LockedFolder } from './folder-lock.js';
import { type LockedFile, lockedFile } from './lockfile.js';
import { isUsableName } from './names.js';

/** A file as earlier versions of this program recorded it: by name and digest only. */
const known = z.object({
  path: z.string().refine(isUsableName),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const pending = z.array(z.union([lockedFile, known]));
type Pending = z.infer<typeof pending>[number];

const pathOf = ({ staging }: LockedFolder): string => join(staging, 'pending.json');

/**
 * Files that an interrupted run may have put into the folder before it wrote `modport.lock`. The
 * next run recognizes them as its own. Without a readable record, returns none, and the files count
 * as the user's.
 */
export async function readPending(folder: LockedFolder): Promise<readonly Pending[]> {
  try {
    return pending.parse(JSON.parse(await readFile(pathOf(folder), 'utf8')));
  } catch {
    return [];
  }
}

/**
 * The files of `readPending` that can be entries of a lockfile, in the order of the runs. Leaves
 * out files that an earlier version of this program recorded by name and digest only.
 */
export async function readPendingFiles(folder: LockedFolder): Promise<readonly LockedFile[]> {
  return (await readPending(folder)).filter((file) => 'mod_id' in file);
}

/** Records the files that this run is about to put into the folder, after those of earlier runs. */
export async function writePending(
  folder: LockedFolder,
  files: readonly LockedFile[],
): Promise<void> {
  const keyOf = ({ path, sha256 }: Pending) => `${path}\0${sha256}`;
  const own = new Set(files.map(keyOf));
  const earlier = (await readPending(folder)).filter((file) => !own.has(keyOf(file)));
  await writeAtomically(pathOf(folder), JSON.stringify([...earlier, ...files]));
}

/** Forgets the recorded files, after `modport.lock` was written. */
export async function clearPending(folder: LockedFolder): Promise<void> {
  await rm(pathOf(folder), { force: true });
}
