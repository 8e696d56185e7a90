import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasSystemCode } from './error-code.js';

/**
 * Creates a folder, and the missing ones above it. The recursive `mkdir` of Node never ends in a
 * folder such as `/proc`, which exists and says that a new entry does not. Throws errors of the
 * system, also if a file has the name.
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
