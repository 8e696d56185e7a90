import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSystemCode } from '../../platform/error-code.js';
import { nameOf } from '../../platform/storage/disk/object-directory.js';
import type { Draft } from './draft.js';
import type { Backup } from './manifest.js';

/** The folders of a disk store that a backup contains. */
const OBJECTS = 'storage/objects';
const MULTIPART = 'storage/multipart';

const SHARD = /^[0-9a-f]{2}$/;
const OBJECT = /^[0-9a-f]{64}$/;
/** The directory of an unfinished upload: `KEY.ID`, and `.sealed` during its completion. */
const UPLOAD = /^[0-9a-f]{64}\.[\w-]+(\.sealed)?$/;
const PART = /^\d+\.json$/;

/**
 * Returns the path of an object's bytes in a backup. An object, and its folder, have the hash of
 * the key as name.
 */
export function dataPathOf(key: string): string {
  return `${pathOfObject(nameOf(key))}/data`;
}

const pathOfObject = (name: string) => `${OBJECTS}/${name.slice(0, 2)}/${name}`;

/** A disk store and the backups of it. */
export interface StoreCopy {
  /** The folder of the store. */
  readonly store: string;
  readonly draft: Draft;
  /** The last backup, whose files the draft shares; null for the first one. */
  readonly previous: Backup | null;
}

/** The objects of a store that a draft lacks, by name. */
export async function missingObjects({ store, draft }: StoreCopy): Promise<string[]> {
  const names = await objectsOf(store);
  return names.filter((name) => !draft.sums.has(`${pathOfObject(name)}/meta.json`));
}

/**
 * The number of bytes that the contents of these objects and of all unfinished uploads will add to
 * the draft. An unchanged object adds none, because it is linked.
 */
export async function bytesOf(copy: StoreCopy, names: readonly string[]): Promise<number> {
  let sizeBytes = 0;
  const uploads = join(copy.store, 'multipart');
  for (const name of await namesIn(uploads)) {
    const data = await lstat(join(uploads, name, 'object', 'data')).catch(() => null);
    sizeBytes += (data?.blocks ?? 0) * 512;
  }
  for (const name of names) {
    const found = await statData(copy, name);
    if (found && (await unchangedSums(copy, name, found)) === null) sizeBytes += found.size;
  }
  return sizeBytes;
}

/**
 * Copies objects, or links unchanged ones to the last backup. Skips objects that are removed
 * meanwhile.
 */
export async function copyObjects(copy: StoreCopy, names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      await copyObject(copy, name);
    } catch (error) {
      if (!hasSystemCode(error, 'ENOENT')) throw error;
      await copy.draft.remove(pathOfObject(name));
    }
  }
}

/** Removes the objects from a draft that left the store since they were copied. */
export async function dropRemoved({ store, draft }: StoreCopy): Promise<void> {
  const present = new Set(await objectsOf(store));
  for (const path of [...draft.sums.keys()]) {
    const [, , , name = '', file] = path.split('/');
    if (!path.startsWith(`${OBJECTS}/`) || file !== 'meta.json' || present.has(name)) continue;
    await draft.remove(pathOfObject(name));
  }
}

/**
 * Copies the unfinished uploads: first the notes of the received parts, then the bytes. So each
 * noted part has its bytes. Skips parts that arrive a second time now (`.writing`), and uploads
 * that end meanwhile.
 */
export async function copyUploads({ store, draft }: StoreCopy): Promise<void> {
  const folder = join(store, 'multipart');
  for (const name of (await namesIn(folder)).filter((one) => UPLOAD.test(one))) {
    const from = join(folder, name);
    // A completion that is under way begins again.
    const path = `${MULTIPART}/${name.replace(/\.sealed$/, '')}`;
    try {
      await draft.copy(join(from, 'upload.json'), `${path}/upload.json`);
      const names = await readdir(join(from, 'parts'));
      const isSettled = (part: string) => !names.includes(part.replace('.json', '.writing'));
      for (const part of names.filter((one) => PART.test(one) && isSettled(one))) {
        await draft.copy(join(from, 'parts', part), `${path}/parts/${part}`);
      }
      await draft.copy(join(from, 'object', 'data'), `${path}/object/data`);
    } catch (error) {
      if (!hasSystemCode(error, 'ENOENT')) throw error;
      await draft.remove(path);
    }
  }
}

async function objectsOf(store: string): Promise<string[]> {
  const folder = join(store, 'objects');
  const shards = (await namesIn(folder)).filter((name) => SHARD.test(name)).sort();
  const found: string[] = [];
  for (const shard of shards) {
    const names = await namesIn(join(folder, shard));
    found.push(...names.filter((name) => OBJECT.test(name) && name.startsWith(shard)));
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return [];
    throw error;
  });
}

const directoryOf = (store: string, name: string) => join(store, 'objects', name.slice(0, 2), name);

async function statData({ store }: StoreCopy, name: string) {
  return lstat(join(directoryOf(store, name), 'data')).catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return null;
    throw error;
  });
}

/**
 * Returns the sums of an object's files in the last backup, if it is unchanged; else null. Compares
 * size, time and metadata but not the bytes, because objects never change in place.
 */
async function unchangedSums(
  { store, previous }: StoreCopy,
  name: string,
  data: { readonly size: number; readonly mtimeMs: number },
): Promise<{ readonly data: string; readonly meta: string } | null> {
  if (previous === null) return null;
  const path = pathOfObject(name);
  const sums = {
    data: previous.sums.get(`${path}/data`),
    meta: previous.sums.get(`${path}/meta.json`),
  };
  if (sums.data === undefined || sums.meta === undefined) return null;
  try {
    const before = await lstat(join(previous.folder, path, 'data'));
    // A time is stored with less precision in some file systems.
    const isSame = before.isFile() && before.size === data.size;
    if (!isSame || Math.abs(before.mtimeMs - data.mtimeMs) > 1) return null;
    const [old, present] = await Promise.all([
      readFile(join(previous.folder, path, 'meta.json')),
      readFile(join(directoryOf(store, name), 'meta.json')),
    ]);
    return old.equals(present) ? { data: sums.data, meta: sums.meta } : null;
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function copyObject(copy: StoreCopy, name: string): Promise<void> {
  const { store, draft, previous } = copy;
  const path = pathOfObject(name);
  const data = await statData(copy, name);
  const same = data && (await unchangedSums(copy, name, data));
  const from = directoryOf(store, name);
  const old = join(previous?.folder ?? '', path, 'data');
  if (!same || !(await draft.link(old, `${path}/data`, same.data))) {
    await draft.copy(join(from, 'data'), `${path}/data`, { keepsTime: true });
  }
  // The metadata is the last file, so an object with it is complete.
  await draft.copy(join(from, 'meta.json'), `${path}/meta.json`);
}
