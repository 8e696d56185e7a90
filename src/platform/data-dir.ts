import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSystemCode } from './error-code.js';
import { makeFolder } from './folders.js';
import type { Log } from './log.js';

/**
 * Other users may enter but not list. If root runs modport, the embedded PostgreSQL runs as another
 * user.
 */
const FOLDER_MODE = 0o711;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** The beginnings of the names that modport uses in the data directory. It leaves others alone. */
export const OURS = /^(encryption\.key|lock|mail|media|mirror|postgres|spool|storage)/;

/**
 * Creates the data directory if it is absent, and closes it: other users may enter, but not list or
 * read. Also closes modport's own entries in it (`OURS`). Deeper entries need no change, because
 * their folder is closed. A shared folder with the sticky bit, such as `/tmp`, keeps its mode. If
 * the process may not change a mode, it only logs that. On Windows, it changes no modes.
 */
export async function protectDataDir(dataDir: string, log: Log): Promise<void> {
  await makeFolder(dataDir, FOLDER_MODE);
  if (process.platform === 'win32') return;
  const { mode } = await stat(dataDir);
  if ((mode & STICKY) === 0 && (mode & 0o777) !== FOLDER_MODE) {
    await close(dataDir, FOLDER_MODE, log);
  }
  for (const name of await namesIn(dataDir, log)) {
    if (OURS.test(name)) await closeEntry(join(dataDir, name), log);
  }
}

async function namesIn(dataDir: string, log: Log): Promise<readonly string[]> {
  return readdir(dataDir).catch((error: unknown) => {
    if (!hasSystemCode(error, 'EACCES')) throw error;
    log.warn({ err: error }, 'DATA_DIR belongs to another user, and its modes were not checked');
    return [];
  });
}

async function closeEntry(path: string, log: Log): Promise<void> {
  const found = await lstat(path).catch(unlessAbsent);
  // A link has no mode of its own. PostgreSQL closes the cluster that it points to.
  if (!found || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return;
  await close(path, found.mode & 0o700, log);
}

async function close(path: string, mode: number, log: Log): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    if (!hasSystemCode(error, 'EPERM', 'EROFS')) return unlessAbsent(error);
    log.warn({ err: error, path }, 'the mode of a path in DATA_DIR could not be changed');
  });
}

/** Other processes create and remove locks and temporary files at any time. */
function unlessAbsent(error: unknown): undefined {
  if (!hasSystemCode(error, 'ENOENT')) throw error;
}
