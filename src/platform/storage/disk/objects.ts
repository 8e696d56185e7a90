import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { verifyStream, verifyToEnd } from '../measure.js';
import {
  type ByteRange,
  type MeasuredBytes,
  ObjectExists,
  type ObjectHead,
  ObjectMissing,
  OtherBytes,
  type Storage,
  WrongObject,
} from '../storage.port.js';

import { copyExactly } from './copy-exactly.js';
import {
  protect,
  readJson,
  replaceFiles,
  settle,
  unlessAbsent,
  withFile,
  writeBody,
  writeJson,
} from './files.js';
import { readTransient } from './read-transient.js';
import type { Scratch } from './scratch.js';

/** The whole objects of a disk store. Each is a directory with `data` and `meta.json`. */
export interface Objects {
  /** The directory of an object, whether or not the object exists. */
  path(key: string): string;
  head(key: string): Promise<ObjectHead | null>;
  put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<ObjectHead>;
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  readTransient(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  promote: Storage['promote'];
  replace: Storage['replace'];
  remove(key: string): Promise<void>;
  /** Turns a directory with complete `data` into the object. Throws `ObjectExists`. */
  publish(directory: string, key: string, facts: Facts): Promise<ObjectHead>;
}

/** The facts of bytes that are not yet an object. */
export type Facts = Omit<ObjectHead, 'lastModified'>;

/** The content of `meta.json`. */
export const Meta = z.object({
  key: z.string(),
  etag: z.string(),
  sizeBytes: z.number(),
  contentType: z.string(),
  createdAt: z.coerce.date(),
});

/** The name of a key on disk, a hash: every key gives a safe path, and a listing reveals no key. */
export const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Stores the objects under `folder`. */
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
    await protect(join(directory, 'data'));
    await writeJson(join(directory, 'meta.json'), meta);
    if (!(await settle(directory, path(key)))) throw new ObjectExists('the key is taken');
    return { etag, sizeBytes, contentType, lastModified: createdAt };
  }

  async function copy(
    from: string,
    to: string,
    measured: MeasuredBytes,
    signal?: AbortSignal,
  ): Promise<ObjectHead> {
    const source = await head(from);
    if (source === null) throw new ObjectMissing('there is nothing to promote');
    return scratch.use(async (directory) => {
      const names = { from: join(path(from), 'data'), to: join(directory, 'data') };
      await copyExactly(names, measured, signal);
      return publish(directory, to, source);
    });
  }

  /**
   * Reads the bytes of the object at `to` and returns its head; null if it does not exist. Throws
   * `WrongObject`.
   */
  async function standing(
    to: string,
    measured: MeasuredBytes,
    signal?: AbortSignal,
  ): Promise<ObjectHead | null> {
    const found = await head(to);
    if (found === null) return null;
    try {
      await verifyToEnd(readTransient(await openData(join(path(to), 'data'))), measured, signal);
    } catch (error) {
      throw error instanceof OtherBytes ? new WrongObject(error.message) : error;
    }
    // A crash during a replacement leaves the metadata of the previous object.
    if (found.sizeBytes !== measured.sizeBytes)
      throw new WrongObject('its facts tell another size');
    return found;
  }

  /** Like `standing`, but returns null for a wrong object. */
  async function rightOne(to: string, measured: MeasuredBytes, signal?: AbortSignal) {
    try {
      return await standing(to, measured, signal);
    } catch (error) {
      if (error instanceof OtherBytes || error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  const replace: Storage['replace'] = (key, body, { measured, contentType }, signal) =>
    scratch.use(async (directory) => {
      const written = await withFile(join(directory, 'data'), 'wx', async (file) => {
        const done = await writeBody(file, verifyStream(body, measured, signal));
        await file.datasync();
        return done;
      });
      // Another replacement may have succeeded meanwhile, and a row may already hold its ETag.
      const winner = await rightOne(key, measured, signal);
      if (winner !== null) return winner;
      const { md5, sizeBytes } = written;
      try {
        return await publish(directory, key, { etag: `"${md5}"`, sizeBytes, contentType });
      } catch (error) {
        if (!(error instanceof ObjectExists)) throw error;
      }
      await replaceFiles(directory, path(key), ['data', 'meta.json']);
      const replaced = await head(key);
      if (replaced !== null) return replaced;
      throw new ObjectMissing('the object was removed while it was replaced');
    });

  return {
    path,
    head,
    publish,
    async put(key, body, contentType) {
      if ((await head(key)) !== null) throw new ObjectExists('the key is taken');
      return scratch.use(async (directory) => {
        const data = join(directory, 'data');
        const { md5, sizeBytes } = await withFile(data, 'wx', async (file) => {
          const written = await writeBody(file, body);
          await file.datasync();
          return written;
        });
        return publish(directory, key, { etag: `"${md5}"`, sizeBytes, contentType });
      });
    },
    async read(key, range) {
      return (await openData(join(path(key), 'data'), range)).createReadStream(range);
    },
    async readTransient(key, range) {
      return readTransient(await openData(join(path(key), 'data'), range), range);
    },
    async promote(from, to, measured, signal) {
      const found = await standing(to, measured, signal);
      if (found !== null) return found;
      try {
        return await copy(from, to, measured, signal);
      } catch (error) {
        // Another promotion of the same bytes was faster, or finished and removed the source.
        const isLate = error instanceof ObjectExists || error instanceof ObjectMissing;
        const winner = isLate ? await standing(to, measured, signal) : null;
        if (winner !== null) return winner;
        throw error;
      }
    },
    replace,
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
