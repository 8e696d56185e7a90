import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from './failure.js';
import { errnoText } from './file-errors.js';

/**
 * Replaces or creates a file in one step: after a crash it has the old or the new content, never a
 * part of one. `mode` holds for the new file, less the umask. Throws `file_unusable`.
 */
export async function writeAtomically(path: string, content: string, mode = 0o666): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw failure('file_unusable', { file: path, reason: errnoText(error) });
  }
}

/** Makes renames in a folder durable. Does nothing if the system cannot do so. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows opens no folders.
  }
}
