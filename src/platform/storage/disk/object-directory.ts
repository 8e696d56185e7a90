import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { type ByteRange, ObjectExists, type ObjectHead, ObjectMissing } from '../storage.port.js';
import {
  protect,
  readJson,
  renameUnlessTaken,
  unlessAbsent,
  withFile,
  writeBody,
  writeJson,
} from './files.js';
import type { Scratch } from './scratch.js';

// An object is a directory with `data` and `meta.json`.

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

/** The name of a key on disk, a hash: every key gives a safe path, and no name reveals its key. */
export const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A folder of objects, and the means to write them. */
export interface Shelf {
  readonly folder: string;
  readonly scratch: Scratch;
  readonly clock: Clock;
}

/** The directory of an object, whether or not the object exists. */
export function pathOf({ folder }: Shelf, key: string): string {
  return join(folder, nameOf(key).slice(0, 2), nameOf(key));
}

/** The facts of an object; null if it does not exist. */
export async function headOf(shelf: Shelf, key: string): Promise<ObjectHead | null> {
  const meta = await readJson(join(pathOf(shelf, key), 'meta.json'), Meta);
  if (meta === null) return null;
  const { etag, sizeBytes, contentType, createdAt } = meta;
  return { etag, sizeBytes, contentType, lastModified: createdAt };
}

/** Turns a directory with complete `data` into the object. Throws `ObjectExists`. */
export async function publish(
  shelf: Shelf,
  directory: string,
  key: string,
  { etag, sizeBytes, contentType }: Facts,
): Promise<ObjectHead> {
  const createdAt = shelf.clock.now();
  const meta: z.infer<typeof Meta> = { key, etag, sizeBytes, contentType, createdAt };
  await protect(join(directory, 'data'));
  await writeJson(join(directory, 'meta.json'), meta);
  if (!(await renameUnlessTaken(directory, pathOf(shelf, key))))
    throw new ObjectExists('the key is taken');
  return { etag, sizeBytes, contentType, lastModified: createdAt };
}

/** Writes the data of a new object and flushes it to the disk. Returns its size and MD5. */
export function writeData(directory: string, body: AsyncIterable<Uint8Array>) {
  return withFile(join(directory, 'data'), 'wx', async (file) => {
    const written = await writeBody(file, body);
    await file.datasync();
    return written;
  });
}

/** Opens the data of an object. Throws `ObjectMissing`, and `RangeError` for an invalid range. */
export async function openData(path: string, range?: ByteRange): Promise<FileHandle> {
  if (range !== undefined && !(range.start >= 0 && range.start <= range.end)) {
    throw new RangeError('a byte range starts at 0 or later and ends where it starts or later');
  }
  const file = await unlessAbsent(open(path, 'r'));
  if (file === null) throw new ObjectMissing('there is nothing to read');
  return file;
}
