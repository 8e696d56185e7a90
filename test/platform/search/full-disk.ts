import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk of its own for a test, in memory. Only root may mount one. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Frees what was filled. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether this process may mount a disk. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a disk of some MiB. */
export async function mountSmallDisk(mib: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => rm(filler),
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
