import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LIST_PAGE,
  type ListedMultipart,
  type ListedObject,
  type Storage,
} from '../storage.port.js';
import { readJson, unlessAbsent } from './files.js';
import { Meta, nameOf } from './objects.js';
import { prefixOf, SEALED, Upload } from './upload-directory.js';

/** How many small files are read at once. */
const READ_AT_ONCE = 32;

/** The part of a store that tells what it holds. */
export type Listing = Pick<Storage, 'list' | 'listMultiparts'>;

/**
 * Lists what lies in the folders of a disk store, in the order of its names there. These are
 * hashes, so a page starts where the hash of `after` stands: memory holds the names of one of the
 * 256 folders of objects and one page, however many objects there are. A prefix cannot be seen in a
 * hash; a walk over one reads the facts of every object once.
 */
export function createListing(folders: { objects: string; multiparts: string }): Listing {
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

/** Adds to a page what `read` finds under the names, in their order, until the page is full. */
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
