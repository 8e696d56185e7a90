import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { hasSystemCode } from '../../error-code.js';
import { verifyStream, verifyToEnd } from '../byte-streams.js';
import {
  type BodyFacts,
  type ByteRange,
  type MeasuredBytes,
  ObjectExists,
  type ObjectHead,
  ObjectMissing,
  OtherBytes,
  type Storage,
  StoreFull,
  WrongObject,
} from '../storage.port.js';
import { copyExactly, readTransient } from './copy-exactly.js';
import { NO_ROOM, replaceFiles } from './files.js';
import {
  type Facts,
  headOf,
  openData,
  pathOf,
  publish,
  type Shelf,
  writeData,
} from './object-directory.js';
import type { Scratch } from './scratch.js';

/**
 * The whole objects of a disk store. Each is a directory with `data` and `meta.json`. Methods mean
 * the same as in `Storage`.
 */
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

/** Stores the objects under `folder`. */
export function createObjects(folder: string, scratch: Scratch, clock: Clock): Objects {
  const shelf: Shelf = { folder, scratch, clock };
  const dataOf = (key: string): string => join(pathOf(shelf, key), 'data');
  return {
    path: (key) => pathOf(shelf, key),
    head: (key) => headOf(shelf, key),
    publish: (directory, key, facts) => publish(shelf, directory, key, facts),
    put: (key, body, contentType) => put(shelf, key, body, contentType),
    async read(key, range) {
      return (await openData(dataOf(key), range)).createReadStream(range);
    },
    async readTransient(key, range) {
      return readTransient(await openData(dataOf(key), range), range);
    },
    promote: (from, to, measured, signal) => whileRoom(promote(shelf, from, to, measured, signal)),
    replace: (key, body, right, signal) => whileRoom(replace(shelf, key, body, right, signal)),
    remove: (key) => scratch.discard(pathOf(shelf, key)),
  };
}

/** Throws `StoreFull` if the disk becomes full. */
async function whileRoom<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!hasSystemCode(error, ...NO_ROOM)) throw error;
    throw new StoreFull('the disk of the object store is full', { cause: error });
  }
}

async function put(
  shelf: Shelf,
  key: string,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<ObjectHead> {
  if ((await headOf(shelf, key)) !== null) throw new ObjectExists('the key is taken');
  return shelf.scratch.use(async (directory) => {
    const { md5, sizeBytes } = await writeData(directory, body);
    return publish(shelf, directory, key, { etag: `"${md5}"`, sizeBytes, contentType });
  });
}

async function promote(
  shelf: Shelf,
  from: string,
  to: string,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<ObjectHead> {
  const found = await verified(shelf, to, measured, signal);
  if (found !== null) return found;
  try {
    return await copy(shelf, from, to, measured, signal);
  } catch (error) {
    // Another promotion of the same bytes was faster, or finished and removed the source.
    const isLate = error instanceof ObjectExists || error instanceof ObjectMissing;
    const winner = isLate ? await verified(shelf, to, measured, signal) : null;
    if (winner !== null) return winner;
    throw error;
  }
}

async function copy(
  shelf: Shelf,
  from: string,
  to: string,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<ObjectHead> {
  const source = await headOf(shelf, from);
  if (source === null) throw new ObjectMissing('there is nothing to promote');
  return shelf.scratch.use(async (directory) => {
    const names = { from: join(pathOf(shelf, from), 'data'), to: join(directory, 'data') };
    await copyExactly(names, measured, signal);
    return publish(shelf, directory, to, source);
  });
}

/**
 * Reads the bytes of the object at `to` and returns its head; null if it does not exist. Throws
 * `WrongObject`.
 */
async function verified(
  shelf: Shelf,
  to: string,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<ObjectHead | null> {
  const found = await headOf(shelf, to);
  if (found === null) return null;
  try {
    const data = await openData(join(pathOf(shelf, to), 'data'));
    await verifyToEnd(readTransient(data), measured, signal);
  } catch (error) {
    throw error instanceof OtherBytes ? new WrongObject(error.message) : error;
  }
  // A crash during a replacement leaves the metadata of the previous object.
  if (found.sizeBytes !== measured.sizeBytes) throw new WrongObject('its facts tell another size');
  return found;
}

/** Like `verified`, but returns null for a wrong object. */
async function verifiedOrNull(
  shelf: Shelf,
  to: string,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<ObjectHead | null> {
  try {
    return await verified(shelf, to, measured, signal);
  } catch (error) {
    if (error instanceof OtherBytes || error instanceof ObjectMissing) return null;
    throw error;
  }
}

function replace(
  shelf: Shelf,
  key: string,
  body: AsyncIterable<Uint8Array>,
  { measured, contentType }: BodyFacts,
  signal?: AbortSignal,
): Promise<ObjectHead> {
  return shelf.scratch.use(async (directory) => {
    const { md5, sizeBytes } = await writeData(directory, verifyStream(body, measured, signal));
    // Another replacement may have succeeded meanwhile, and a row may already hold its ETag.
    const winner = await verifiedOrNull(shelf, key, measured, signal);
    if (winner !== null) return winner;
    try {
      return await publish(shelf, directory, key, { etag: `"${md5}"`, sizeBytes, contentType });
    } catch (error) {
      if (!(error instanceof ObjectExists)) throw error;
    }
    await replaceFiles(directory, pathOf(shelf, key), ['data', 'meta.json']);
    const replaced = await headOf(shelf, key);
    if (replaced !== null) return replaced;
    throw new ObjectMissing('the object was removed while it was replaced');
  });
}
