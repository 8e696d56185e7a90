import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CAP_SYS_ADMIN = 1n << 21n;

/** A disk of its own for a test, in memory. Mounting one needs CAP_SYS_ADMIN. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Frees what was filled. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether this process may mount a disk. Root in a container often may not. */
export const canMount = process.platform === 'linux' && mayAdminister();

function mayAdminister(): boolean {
  const held = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return (BigInt(`0x${held ?? 0}`) & CAP_SYS_ADMIN) !== 0n;
}

/** Mounts a disk of some MiB. */
export async function mountSmallDisk(mib: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      // Meilisearch may take the last bytes meanwhile.
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
        },
      );
    },
    free: () => rm(filler),
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
