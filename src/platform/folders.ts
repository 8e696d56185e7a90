import { lstat, mkdir, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasSystemCode } from './error-code.js';

/**
 * Whether a path exists, also as a link that leads nowhere. Throws every error except ENOENT, such
 * as a missing permission.
 */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (hasSystemCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}

/**
 * Creates a folder, and the missing ones above it, with this mode. Existing folders keep theirs.
 * The recursive `mkdir` of Node never ends in a folder such as `/proc`, which exists and says that
 * a new entry does not. Throws errors of the system, also if a file has the name.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isMade(path, mode)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above, mode);
  if (await isMade(path, mode)) return;
  // Throws the reason.
  await mkdir(path, { mode });
}

/** Returns false if a folder above it is missing. */
async function isMade(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return false;
    if (hasSystemCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return true;
    throw error;
  }
}

/** The bytes of a file system: in use, and free for programs that are not root's. */
export type DiskSpace = Readonly<Record<'used' | 'free', number>>;

/** Reads the space of the file system that holds a folder. Throws errors of the file system. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return { used: (blocks - bfree) * bsize, free: bavail * bsize };
}
