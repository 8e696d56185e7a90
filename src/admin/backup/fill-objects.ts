import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from '../../platform/folders.js';
import { nameOf } from '../../platform/storage/disk/object-directory.js';
import { copyOut } from './check-files.js';
import { copyFile } from './copy-file.js';
import { type Backup, backupsIn, readBackup } from './manifest.js';
import { dataPathOf } from './objects.js';

/** The stores of a restore. */
interface Stores {
  /** The restored one. */
  readonly store: string;
  /** The one of the data directory so far, which may be absent. */
  readonly former: string;
}

/**
 * Adds the objects that a database names and its backup lacks, because the log was replayed beyond
 * the backup. They come from later backups of the same database in the same folder, or from the
 * former store if its bytes have the right digest. Returns the keys that no source had. Does
 * nothing if S3 has the objects. Throws CommandError if a file of a later backup is damaged.
 */
export async function fillObjects(
  backup: Backup,
  keys: readonly string[],
  { store, former }: Stores,
): Promise<string[]> {
  if (backup.manifest.objects !== 'disk') return [];
  const later = await laterBackups(backup);
  const missing: string[] = [];
  for (const key of keys.filter((one) => !backup.sums.has(dataPathOf(one)))) {
    const to = join(store, directoryOf(key));
    const source = later.find(({ sums }) => sums.has(dataPathOf(key)));
    const isFilled = source ? await fromBackup(source, key, to) : await fromStore(former, key, to);
    if (!isFilled) missing.push(key);
  }
  return missing;
}

async function laterBackups({ folder, manifest }: Backup): Promise<Backup[]> {
  const parent = dirname(folder);
  const names = (await backupsIn(parent)).filter((name) => name > basename(folder));
  const backups = await Promise.all(
    names.map((name) => readBackup(join(parent, name)).catch(() => null)),
  );
  return backups
    .filter((one) => one !== null)
    .filter((one) => one.manifest.cluster === manifest.cluster);
}

/** The directory of an object in a store. */
function directoryOf(key: string): string {
  const name = nameOf(key);
  return join('objects', name.slice(0, 2), name);
}

async function fromBackup(source: Backup, key: string, to: string): Promise<boolean> {
  const path = dirname(dataPathOf(key));
  await mkdir(to, { recursive: true, mode: 0o700 });
  await copyOut(source, `${path}/data`, join(to, 'data'), { mode: 0o400, keepsTime: true });
  await copyOut(source, `${path}/meta.json`, join(to, 'meta.json'), { mode: 0o600 });
  return true;
}

async function fromStore(former: string, key: string, to: string): Promise<boolean> {
  const from = join(former, directoryOf(key));
  for (const name of ['data', 'meta.json']) {
    if (!(await exists(join(from, name)))) return false;
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  const options = { mode: 0o400, keepsTime: true };
  const { sha256 } = await copyFile(join(from, 'data'), join(to, 'data'), options);
  if (!key.endsWith(sha256)) {
    await rm(to, { recursive: true });
    return false;
  }
  await copyFile(join(from, 'meta.json'), join(to, 'meta.json'), { mode: 0o600 });
  return true;
}
