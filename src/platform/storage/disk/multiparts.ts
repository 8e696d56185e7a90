import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import type { Clock } from '../../clock.js';
import { ObjectExists, type ObjectHead, STAGING_PREFIX, type StoredPart } from '../storage.port.js';
import {
  FOLDER_MODE,
  renameUnlessTaken,
  unlessAbsent,
  withFile,
  writeBody,
  writeJson,
} from './files.js';
import type { Objects } from './objects.js';
import { type PartRequest, partOffset, placePart, readParts } from './parts.js';
import type { Scratch } from './scratch.js';
import { inTurn, type Turns } from './turns.js';
import {
  checkParts,
  findOpen,
  findUpload,
  lastTouch,
  type NamedPart,
  prefixOf,
  SEALED,
  Upload,
  uploadPath,
} from './upload-directory.js';

// An upload is a directory KEY.ID with these entries:
// - `upload.json`
// - `object/data`, with each part at its final offset
// - `parts`, with a small file for each part
//
// The store receives a body into a separate file, so no client keeps `object/data` open. Then it
// copies the whole part to its offset; these copies and completions run one at a time. A completion
// renames the upload to KEY.ID.sealed, which part writers do not find. It checks the parts and
// renames `object` to the name of the object. No bytes move, and after a crash the next completion
// continues. A failed completion opens the upload again. A part that begins while the upload is
// sealed is rejected. One whose body ends then waits for the end of the completion.

/**
 * The unfinished multipart uploads of a disk store. Except for `putPart`, `remove` and `sweep`,
 * each method does what the method of `Storage` does.
 */
export interface Multiparts {
  create(key: string, object: Omit<z.infer<typeof Upload>, 'key' | 'createdAt'>): Promise<string>;
  /**
   * Stores one part and returns its ETag. Of two writers of the same part, the one whose body ends
   * later wins. The store reads at most as many parts of an upload at once as Spec 8 allows;
   * further bodies wait. Throws `ObjectMissing` if the upload is sealed or has ended, before the
   * body or after it, and `PartMismatch` if the plan has no such part of this size.
   */
  putPart(
    key: string,
    id: string,
    part: PartRequest,
    body: AsyncIterable<Uint8Array>,
  ): Promise<string>;
  list(key: string, id: string): Promise<StoredPart[]>;
  complete(key: string, id: string, parts: readonly NamedPart[]): Promise<ObjectHead>;
  abort(key: string, id: string): Promise<void>;
  /** Aborts all uploads to a key. */
  remove(key: string): Promise<void>;
  /**
   * Aborts the uploads that were last touched before `olderThan`, except staged ones. Returns their
   * number.
   */
  sweep(olderThan: Date): Promise<number>;
}

/** The folder of the uploads, and the services that they need. */
interface UploadStore {
  readonly folder: string;
  readonly objects: Objects;
  readonly scratch: Scratch;
  readonly clock: Clock;
  readonly turns: Turns;
}

/** The turn of a copy of a part or of a completion: those of an upload run one at a time. */
const alone = (path: string) => [`${path} alone`, 1] as const;

/** The turn of a part, which bounds the parts of an upload that the store reads at once. */
const asPart = (path: string) => [`${path} parts`, LIMITS.partConcurrency] as const;

/** Stores the unfinished uploads under `store.folder`. */
export function createMultiparts(store: UploadStore): Multiparts {
  const { folder, scratch, clock, turns } = store;
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  return {
    create: (key, object) =>
      createUpload(store, key, Upload.parse({ ...object, key, createdAt: clock.now() })),
    putPart: async (key, id, part, body) => putPart(store, uploadPath(folder, key, id), part, body),
    async list(key, id) {
      const path = uploadPath(folder, key, id);
      const parts = await inTurn(turns, alone(path), async () =>
        readParts((await findUpload(path)).directory),
      );
      return parts.map(({ partNumber, etag, sizeBytes }) => ({ partNumber, etag, sizeBytes }));
    },
    async complete(key, id, parts) {
      const path = uploadPath(folder, key, id);
      return inTurn(turns, alone(path), () => completeUpload(store, key, path, parts));
    },
    async abort(key, id) {
      const path = uploadPath(folder, key, id);
      await inTurn(turns, alone(path), async () => {
        await scratch.discard(path);
        await scratch.discard(path + SEALED);
      });
    },
    async remove(key) {
      for (const name of await readdir(folder)) {
        if (name.startsWith(prefixOf(key))) await scratch.discard(join(folder, name));
      }
    },
    sweep: (olderThan) => sweepUploads(store, olderThan),
  };
}

async function createUpload(
  { folder, scratch }: UploadStore,
  key: string,
  plan: z.infer<typeof Upload>,
): Promise<string> {
  const id = randomUUID();
  await scratch.use(async (directory) => {
    for (const name of ['parts', 'object'])
      await mkdir(join(directory, name), { mode: FOLDER_MODE });
    const data = join(directory, 'object', 'data');
    await withFile(data, 'wx', (file) => file.truncate(plan.sizeBytes));
    await writeJson(join(directory, 'upload.json'), plan);
    await renameUnlessTaken(directory, uploadPath(folder, key, id));
  });
  return id;
}

async function completeUpload(
  { objects, scratch }: UploadStore,
  key: string,
  path: string,
  named: readonly NamedPart[],
): Promise<ObjectHead> {
  if ((await objects.head(key)) !== null) throw new ObjectExists('the key is taken');
  await unlessAbsent(rename(path, path + SEALED));
  try {
    const upload = await findUpload(path);
    const etag = await checkParts(upload, named);
    const { sizeBytes, contentType } = upload.plan;
    const object = join(upload.directory, 'object');
    const head = await objects.publish(object, key, { etag, sizeBytes, contentType });
    await scratch.discard(path + SEALED);
    return head;
  } catch (error) {
    await unlessAbsent(rename(path + SEALED, path));
    throw error;
  }
}

async function sweepUploads({ folder, scratch }: UploadStore, olderThan: Date): Promise<number> {
  let ended = 0;
  for (const name of await readdir(folder)) {
    const touched = await lastTouch(join(folder, name));
    if (touched === null || touched.touchedAt >= olderThan) continue;
    if (touched.key?.startsWith(STAGING_PREFIX)) continue;
    await scratch.discard(join(folder, name));
    ended += 1;
  }
  return ended;
}

function putPart(
  { turns, scratch, clock }: UploadStore,
  path: string,
  part: PartRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  return inTurn(turns, asPart(path), async () => {
    partOffset((await findOpen(path)).plan, part);
    return scratch.use(async (directory) => {
      const received = await receivePart(directory, body);
      return inTurn(turns, alone(path), async () =>
        placePart(await findOpen(path), part, received, clock),
      );
    });
  });
}

/** Writes the bytes of a part to a file of its own. */
async function receivePart(directory: string, body: AsyncIterable<Uint8Array>) {
  const path = join(directory, 'part');
  const written = await withFile(path, 'wx', (file) => writeBody(file, body));
  return { path, ...written };
}
