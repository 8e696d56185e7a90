import { createHash } from 'node:crypto';
import { constants, copyFile, type FileHandle, link, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { type ByteRange, ObjectExists, type ObjectHead, ObjectMissing } from '../storage.port.js';
import {
  hasCode,
  readJson,
  settle,
  unlessAbsent,
  withFile,
  writeBody,
  writeJson,
} from './files.js';
import { readTransient } from './read-transient.js';
import type { Scratch } from './scratch.js';

/** The whole objects of a disk store: one directory each, with `data` and `meta.json`. */
export interface Objects {
  /** The directory of an object, whether it stands or not. */
  path(key: string): string;
  head(key: string): Promise<ObjectHead | null>;
  put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<ObjectHead>;
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  readTransient(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  promote(from: string, to: string): Promise<ObjectHead>;
  remove(key: string): Promise<void>;
  /** Turns a directory with the finished `data` into the object; throws `ObjectExists`. */
  publish(directory: string, key: string, facts: Facts): Promise<ObjectHead>;
}

/** What is known of bytes before they are an object. */
export type Facts = Omit<ObjectHead, 'lastModified'>;

/** What `meta.json` holds. */
export const Meta = z.object({
  key: z.string(),
  etag: z.string(),
  sizeBytes: z.number(),
  contentType: z.string(),
  createdAt: z.coerce.date(),
});

/** The name that a key has on disk: any key is a safe path, and none can be read off a listing. */
export const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Keeps the objects under `folder`. */
export function createObjects(folder: string, scratch: Scratch, clock: Clock): Objects {
  const path = (key: string): string => join(folder, nameOf(key).slice(0, 2), nameOf(key));

  async function head(key: string): Promise<ObjectHead | null> {
    const meta = await readJson(join(path(key), 'meta.json'), Meta);
    if (meta === null) return null;
    const { etag, sizeBytes, contentType, createdAt } = meta;
    return { etag, sizeBytes, contentType, lastModified: createdAt };
  }

  async function publish(directory: string, key: string, facts: Facts): Promise<ObjectHead> {
    const { etag, sizeBytes, contentType } = facts;
    const createdAt = clock.now();
    const meta: z.infer<typeof Meta> = { key, etag, sizeBytes, contentType, createdAt };
    await writeJson(join(directory, 'meta.json'), meta);
    if (!(await settle(directory, path(key)))) throw new ObjectExists('the key is taken');
    return { etag, sizeBytes, contentType, lastModified: createdAt };
  }

  async function copy(from: string, to: string): Promise<ObjectHead> {
    const source = await head(from);
    if (source === null) throw new ObjectMissing('there is nothing to promote');
    return scratch.use(async (directory) => {
      const linked = linkOrCopy(join(path(from), 'data'), join(directory, 'data'));
      if ((await unlessAbsent(linked)) === null) throw new ObjectMissing('the source is gone');
      return publish(directory, to, source);
    });
  }

  return {
    path,
    head,
    publish,
    async put(key, body, contentType) {
      if ((await head(key)) !== null) throw new ObjectExists('the key is taken');
      return scratch.use(async (directory) => {
        const data = join(directory, 'data');
        const written = await withFile(data, 'wx', (file) => writeBody(file, body, 0));
        const { md5, sizeBytes } = written;
        return publish(directory, key, { etag: `"${md5}"`, sizeBytes, contentType });
      });
    },
    async read(key, range) {
      return (await openData(join(path(key), 'data'), range)).createReadStream(range);
    },
    async readTransient(key, range) {
      return readTransient(await openData(join(path(key), 'data'), range), range);
    },
    async promote(from, to) {
      const standing = await head(to);
      if (standing !== null) return standing;
      try {
        return await copy(from, to);
      } catch (error) {
        // Another promotion of the same bytes was faster, or finished and removed the source.
        const winner = await head(to);
        if (winner !== null) return winner;
        throw error;
      }
    },
    remove: (key) => scratch.discard(path(key)),
  };
}

async function openData(path: string, range?: ByteRange): Promise<FileHandle> {
  if (range !== undefined && !(range.start >= 0 && range.start <= range.end)) {
    throw new RangeError('a byte range starts at 0 or later and ends where it starts or later');
  }
  const file = await unlessAbsent(open(path, 'r'));
  if (file === null) throw new ObjectMissing('there is nothing to read');
  return file;
}

// Objects never change, so both names may share their bytes where the file system can.
async function linkOrCopy(from: string, to: string): Promise<true> {
  try {
    await link(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await withFile(to, 'r+', (file) => file.datasync());
  }
  return true;
}
