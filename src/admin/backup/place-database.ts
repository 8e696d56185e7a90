import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cluster } from '../../platform/embedded/cluster.js';
import { placeCluster } from '../../platform/embedded/recover.js';
import { copyOut } from './check-files.js';
import { KEYS } from './keys.js';
import type { Backup } from './manifest.js';

/** The file in a backup with the password of the cluster. */
export const PASSWORD = `${KEYS}/postgres-password`;

/**
 * Copies the cluster of a backup into `place.folder`, as in `PlacedCluster`, and checks its files.
 * `addLog` adds archived segments to its write-ahead log. Throws CommandError if a file is damaged.
 */
export async function placeDatabase(
  backup: Backup,
  place: { readonly folder: string; readonly systemDir: string },
  addLog: (log: string) => Promise<void> = async () => undefined,
): Promise<Cluster> {
  const password = (await readFile(join(backup.folder, PASSWORD), 'utf8')).trim();
  return placeCluster({ ...place, password }, async (cluster) => {
    await copyPart(backup, 'database', cluster);
    await mkdir(join(cluster, 'pg_wal'), { recursive: true, mode: 0o700 });
    await addLog(join(cluster, 'pg_wal'));
  });
}

/**
 * Copies the files of one folder of a backup to the folder `to`. Throws CommandError if one is
 * damaged.
 */
export async function copyPart(
  backup: Backup,
  part: 'database' | 'keys' | 'storage',
  to: string,
): Promise<void> {
  const made = new Set<string>();
  for (const path of [...backup.sums.keys()].filter((one) => one.startsWith(`${part}/`))) {
    const target = join(to, path.slice(part.length + 1));
    const above = dirname(target);
    if (!made.has(above)) await mkdir(above, { recursive: true, mode: 0o700 });
    made.add(above);
    await copyOut(backup, path, target, { mode: modeOf(path), keepsTime: part === 'storage' });
  }
}

/** The bytes of an object are read-only; those of an unfinished upload are not. */
function modeOf(path: string): number {
  return path.startsWith('storage/objects/') && path.endsWith('/data') ? 0o400 : 0o600;
}
