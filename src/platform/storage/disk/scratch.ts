import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { hasSystemCode } from '../../error-code.js';
import { FOLDER_MODE, unlessAbsent } from './files.js';

/** The folder where directories are built before a rename, and moved to before they are removed. */
export interface Scratch {
  /** Runs `work` with a new directory, and removes what is left of it afterwards. */
  use<T>(work: (directory: string) => Promise<T>): Promise<T>;
  /** Removes a directory: first its name in one step, then its bytes. Ignores absent ones. */
  discard(path: string): Promise<void>;
  /**
   * Removes leftovers of crashed processes, and entries of other processes that are older than
   * `olderThan`. Returns the number of removed entries.
   */
  sweep(olderThan: Date): Promise<number>;
}

// Several processes may share the store: the service, a worker, an operator command. So a name
// contains its owner: HOST-PID-INSTANCE-STARTED-RANDOM. Directories of live processes stay, unless
// they are older than a sweep allows.
const NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{12})-(\d+)-[0-9a-f]{12}$/;
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const INSTANCE = randomBytes(6).toString('hex');
const inUse = new Set<string>();

/** Opens the scratch folder and removes leftovers of earlier processes of this machine. */
export function openScratch(folder: string, clock: Clock): Scratch {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isDebris(path, name, new Date(0))) rmSync(path, { recursive: true, force: true });
  }

  async function use<T>(work: (directory: string) => Promise<T>): Promise<T> {
    const random = randomBytes(6).toString('hex');
    const started = clock.now().getTime();
    const path = join(folder, `${HOST}-${process.pid}-${INSTANCE}-${started}-${random}`);
    inUse.add(path);
    try {
      await mkdir(path, { mode: FOLDER_MODE });
      return await work(path);
    } finally {
      await rm(path, { recursive: true, force: true });
      inUse.delete(path);
    }
  }

  return {
    use,
    discard: (path) =>
      use(async (directory) => {
        await unlessAbsent(rename(path, join(directory, 'discarded')));
      }),
    async sweep(olderThan) {
      let removed = 0;
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if (!isDebris(path, name, olderThan)) continue;
        await rm(path, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function isDebris(path: string, name: string, olderThan: Date): boolean {
  const [matched, host, pid, instance, started] = NAME.exec(name) ?? [];
  if (matched === undefined) return true;
  if (instance === INSTANCE) return !inUse.has(path);
  if (host === HOST && !isAnotherLivingProcess(Number(pid))) return true;
  return Number(started) < olderThan.getTime();
}

function isAnotherLivingProcess(pid: number): boolean {
  // A container's first process has the same pid on every start, so this pid may have belonged to
  // an earlier process.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasSystemCode(error, 'EPERM');
  }
}
