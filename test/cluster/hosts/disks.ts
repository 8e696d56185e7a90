import { chown, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './network.js';

const CHUNK = Buffer.alloc(1024 * 1024, 1);

/** A small disk of one service, which can become full. */
export interface Disk {
  readonly path: string;
  fill(): Promise<void>;
  empty(): Promise<void>;
}

/** Mounts a disk of some mebibytes in memory, in a folder that the user `owner` can write to. */
export async function mountDisk(
  path: string,
  sizeMib: number,
  owner: { readonly uid: number; readonly gid: number } = { uid: 0, gid: 0 },
): Promise<Disk> {
  await mkdir(path, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'modport-cluster', path]);
  await chown(path, owner.uid, owner.gid);
  const filler = join(path, 'filler');
  return {
    path,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (;;) await file.write(CHUNK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
      // The last bytes below one mebibyte.
      await writeFile(`${filler}-end`, CHUNK).catch(() => undefined);
    },
    async empty() {
      await rm(filler, { force: true });
      await rm(`${filler}-end`, { force: true });
    },
  };
}

/** Unmounts the disks of this run, and of earlier ones that were killed. */
export async function unmountDisks(): Promise<void> {
  const mounts = await run('mount', ['-t', 'tmpfs']);
  const paths = mounts
    .split('\n')
    .filter((line) => line.startsWith('modport-cluster on '))
    .map((line) => line.split(' ')[2] ?? '');
  for (const path of paths.reverse()) await run('umount', ['--lazy', path]);
}
