import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../platform/folders.js';
import { CommandError } from '../flags.js';
import { copyFile, measureFile, NotAFile } from './copy-file.js';
import { type Backup, MANIFEST } from './manifest.js';
import { SUMS } from './sums.js';

/** The most files of each kind of damage that an error names. */
const NAMED = 20;

/** Files of a backup that are not as they were written. */
interface Damage {
  readonly absent: readonly string[];
  readonly unknown: readonly string[];
  readonly changed: readonly string[];
}

/**
 * Throws CommandError unless a backup has exactly the files of its list. Reads none of them: a
 * restore checks the bytes of each file when it copies it (`copyOut`).
 */
export async function checkNames(backup: Backup): Promise<void> {
  const present = new Set(await filesIn(backup.folder, ''));
  const absent = [...backup.sums.keys()].filter((path) => !present.has(path));
  const unknown = [...present].filter((path) => path !== SUMS && !backup.sums.has(path));
  refuseDamage(backup, { absent, unknown, changed: [] });
}

/** Reads every file of a backup. Throws CommandError if one is damaged, absent or not listed. */
export async function checkFiles(backup: Backup): Promise<void> {
  await checkNames(backup);
  const changed: string[] = [];
  for (const path of backup.sums.keys()) {
    if (!(await isUnchanged(backup, path))) changed.push(path);
  }
  refuseDamage(backup, { absent: [], unknown: [], changed });
}

/**
 * Copies one file out of a backup. Throws CommandError if it is absent or damaged; the copy of a
 * damaged file stays.
 */
export async function copyOut(
  backup: Backup,
  path: string,
  to: string,
  options: { readonly mode: number; readonly keepsTime?: boolean },
): Promise<void> {
  const from = join(backup.folder, path);
  if (!(await exists(from))) refuseDamage(backup, { absent: [path], unknown: [], changed: [] });
  const measured = await copyFile(from, to, options).catch(nullIfNoFile);
  if (measured?.sha256 !== backup.sums.get(path)) {
    refuseDamage(backup, { absent: [], unknown: [], changed: [path] });
  }
}

/**
 * Checks the digest of the description. Commands call it first, because they take facts from the
 * description. Throws CommandError if it is damaged.
 */
export async function checkManifest(backup: Backup): Promise<void> {
  const changed = (await isUnchanged(backup, MANIFEST)) ? [] : [MANIFEST];
  refuseDamage(backup, { absent: [], unknown: [], changed });
}

async function isUnchanged({ folder, sums }: Backup, path: string): Promise<boolean> {
  const measured = await measureFile(join(folder, path)).catch(nullIfNoFile);
  return measured?.sha256 === sums.get(path);
}

function nullIfNoFile(error: unknown): null {
  if (error instanceof NotAFile) return null;
  throw error;
}

async function filesIn(folder: string, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesIn(folder, below)));
    else found.push(below);
  }
  return found;
}

function refuseDamage({ folder }: Backup, { absent, unknown, changed }: Damage): void {
  const count = absent.length + unknown.length + changed.length;
  if (count === 0) return;
  const named = Object.entries({ absent, unknown, changed }).filter(
    ([, paths]) => paths.length > 0,
  );
  throw new CommandError(`${folder} is damaged: ${count} files are not as they were written`, {
    help: Object.fromEntries(named.map(([kind, paths]) => [kind, paths.slice(0, NAMED)])),
  });
}
