import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LIST_PAGE,
  type ListedMultipart,
  type ListedObject,
  type Storage,
} from '../storage.port.js';
import { readJson, unlessAbsent } from './files.js';
import { Meta, nameOf } from './object-directory.js';
import { prefixOf, SEALED, Upload } from './upload-directory.js';

/** The number of small files to read at once. */
const READ_AT_ONCE = 32;

/**
 * Lists the folders of a disk store in the order of their names, which are hashes of keys. A page
 * begins after the hash of `after`. Memory holds one page and the names of one of the 256 object
 * folders, however many objects exist. A hash does not reveal a prefix, so a listing by prefix
 * reads the metadata of every object once. The listing of uploads omits those of an earlier
 * release, which have no key in their metadata.
 */
export function createDiskListing(folders: {
  objects: string;
  multiparts: string;
}): Pick<Storage, 'list' | 'listMultiparts'> {
  return {
    async list(prefix, after, limit = LIST_PAGE) {
      const position = after === undefined ? '' : nameOf(after);
      const page: ListedObject[] = [];
      for (const shard of await sortedNames(folders.objects)) {
        if (shard < position.slice(0, shard.length)) continue;
        const folder = join(folders.objects, shard);
        const names = (await sortedNames(folder)).filter((name) => name > position);
        await fill(page, limit, names, (name) => readObject(join(folder, name), prefix));
        if (page.length === limit) break;
      }
      return page;
    },
    async listMultiparts(prefix, after, limit = LIST_PAGE) {
      const position = after === undefined ? '' : prefixOf(after.key) + after.multipartId;
      const open = (name: string): string => name.replace(SEALED, '');
      const found = await sortedNames(folders.multiparts);
      const names = found.filter((name) => open(name) > position);
      const page: ListedMultipart[] = [];
      await fill(page, limit, names, (name) =>
        readUpload(join(folders.multiparts, name), open(name), prefix),
      );
      return page;
    },
  };
}

async function sortedNames(folder: string): Promise<string[]> {
  return ((await unlessAbsent(readdir(folder))) ?? []).sort();
}

/** Adds the results of `read` for the names, in order, until the page is full. */
async function fill<T>(
  page: T[],
  limit: number,
  names: readonly string[],
  read: (name: string) => Promise<T | null>,
): Promise<void> {
  for (let at = 0; at < names.length && page.length < limit; at += READ_AT_ONCE) {
    const found = await Promise.all(names.slice(at, at + READ_AT_ONCE).map(read));
    const wanted = found.filter((item) => item !== null);
    page.push(...wanted.slice(0, limit - page.length));
  }
}

async function readObject(directory: string, prefix: string): Promise<ListedObject | null> {
  const meta = await readJson(join(directory, 'meta.json'), Meta);
  if (!meta?.key.startsWith(prefix)) return null;
  return { key: meta.key, sizeBytes: meta.sizeBytes, lastModified: meta.createdAt };
}

async function readUpload(
  directory: string,
  name: string,
  prefix: string,
): Promise<ListedMultipart | null> {
  const plan = await readJson(join(directory, 'upload.json'), Upload);
  if (!plan?.key?.startsWith(prefix)) return null;
  const multipartId = name.slice(prefixOf(plan.key).length);
  return { key: plan.key, multipartId, initiatedAt: plan.createdAt };
}
