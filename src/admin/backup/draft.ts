import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../flags.js';
import { copyFile, type Measured } from './copy-file.js';
import type { Manifest } from './manifest.js';

/** Only the user of the command can read a backup, because it contains keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** An unfinished backup. Paths are relative to it, with slashes. */
export interface Draft {
  readonly folder: string;
  /** SHA-256 by path, of all files so far. */
  readonly sums: ReadonlyMap<string, string>;
  /**
   * Adds a copy of a file, with its modification time if `keepsTime` is true. Throws like
   * `copyFile`.
   */
  copy(from: string, path: string, options?: { readonly keepsTime: boolean }): Promise<Measured>;
  /** Adds a new file with this text. */
  write(path: string, text: string): Promise<void>;
  /** Adds a file of an earlier backup without copying its bytes; false if that is impossible. */
  link(from: string, path: string, sha256: string): Promise<boolean>;
  /** Removes a folder with all its files. Ignores an absent one. */
  remove(path: string): Promise<void>;
  /** The number and total size of the files in one of the top folders. */
  part(name: keyof Manifest['parts']): Manifest['parts']['database'];
}

/** Starts a backup in a new folder. Throws if the folder exists. */
export async function startDraft(folder: string): Promise<Draft> {
  await mkdir(folder, { mode: FOLDER_MODE });
  const { sums, note, forget, part } = createInventory();
  const { placeOf, removeFolder } = createFolders(folder);
  return {
    folder,
    sums,
    part,
    async copy(from, path, options) {
      const measured = await copyFile(from, await placeOf(path), { mode: FILE_MODE, ...options });
      note(path, measured);
      return measured;
    },
    async write(path, text) {
      await writeFile(await placeOf(path), text, { mode: FILE_MODE, flag: 'wx', flush: true });
      note(path, {
        sha256: createHash('sha256').update(text).digest('hex'),
        sizeBytes: Buffer.byteLength(text),
      });
    },
    async link(from, path, sha256) {
      const to = await placeOf(path);
      try {
        await link(from, to);
      } catch {
        // Another file system, one without links, or too many links: the caller copies the bytes.
        return false;
      }
      note(path, { sha256, sizeBytes: (await lstat(to)).size });
      return true;
    },
    async remove(path) {
      await removeFolder(path);
      forget(path);
    },
  };
}

/** Creates the list of the files of a draft. */
function createInventory() {
  const sums = new Map<string, string>();
  const sizes = new Map<string, number>();
  return {
    sums,
    note(path: string, { sha256, sizeBytes }: Measured) {
      sums.set(path, sha256);
      sizes.set(path, sizeBytes);
    },
    /** Removes all files of a folder from the list. */
    forget(path: string) {
      for (const known of [...sums.keys()].filter((one) => one.startsWith(`${path}/`))) {
        sums.delete(known);
        sizes.delete(known);
      }
    },
    part(name: keyof Manifest['parts']) {
      const paths = [...sizes.keys()].filter((path) => path.startsWith(`${name}/`));
      const size = paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
      return { files: paths.length, size_bytes: size };
    },
  };
}

/** Creates folders below the one of a draft, each when its first file needs it. */
function createFolders(folder: string) {
  const made = new Set<string>([folder]);
  return {
    /** Returns the absolute path of a file, whose folder then exists. */
    async placeOf(path: string): Promise<string> {
      const to = join(folder, path);
      const above = dirname(to);
      if (!made.has(above)) {
        await mkdir(above, { recursive: true, mode: FOLDER_MODE });
        for (let at = above; !made.has(at); at = dirname(at)) made.add(at);
      }
      return to;
    },
    async removeFolder(path: string): Promise<void> {
      const removed = join(folder, path);
      await rm(removed, { recursive: true, force: true });
      for (const known of [...made]) {
        if (known === removed || known.startsWith(`${removed}/`)) made.delete(known);
      }
    },
  };
}

/**
 * Makes all files and their names durable on the file system of a folder. On Linux, other disks,
 * which may be busy, are left alone. The `sync` of other systems knows no `-f`. On Windows,
 * `copyFile` syncs each file, and the system syncs names. Throws CommandError if `sync` fails.
 */
export function syncFileSystem(folder: string, platform = process.platform): void {
  if (platform === 'win32') return;
  const options = platform === 'linux' ? ['-f', folder] : [];
  const { status, signal, error, stderr } = spawnSync('sync', options, { encoding: 'utf8' });
  if (status === 0) return;
  const cause = error?.message || stderr.trim() || String(signal ?? status);
  throw new CommandError(
    `${folder} is not certain to survive a power cut, because sync failed: ${cause}`,
  );
}
