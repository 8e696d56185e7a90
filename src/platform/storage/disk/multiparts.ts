import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import type { Clock } from '../../clock.js';
import { ObjectExists, type ObjectHead, type StoredPart } from '../storage.port.js';
import { FOLDER_MODE, settle, unlessAbsent, withFile, writeBody, writeJson } from './files.js';
import type { Objects } from './objects.js';
import { type PartRequest, partOffset, placePart, readParts } from './parts.js';
import { createRooms } from './rooms.js';
import type { Scratch } from './scratch.js';
import { createTurns } from './turns.js';
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

// An upload is a directory KEY.ID of `upload.json`, `object/data` with each part at its final
// place, and a small file for each part under `parts`. A body is received into a file of its own, so
// that no client holds `object/data` open. A whole part is then copied to its place, in turn with
// completions. Completing renames the upload to KEY.ID.sealed, where no part writer looks, checks the
// parts, and renames `object` to the object's own name: no byte moves, and a crash between leaves what
// the next completion continues with. A part whose body ends after that is refused.

/** The unfinished multipart uploads of a disk store; names mean what they mean in `Storage`. */
export interface Multiparts {
  create(key: string, object: Omit<z.infer<typeof Upload>, 'key' | 'createdAt'>): Promise<string>;
  /**
   * Stores one part and returns its ETag. Of two writers of the same part, the one that ends later
   * wins. The store reads no more parts of one upload at once than Spec 8 lets be in flight: the body
   * of a further one waits. Throws `ObjectMissing` if the upload is sealed or has ended by the time
   * that the body is whole.
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
  /** Ends all uploads to a key. */
  remove(key: string): Promise<void>;
  /** Ends the uploads that were last touched before a moment; answers how many. */
  sweep(olderThan: Date): Promise<number>;
}

/** Where the uploads lie, and what they are made with. */
interface Ground {
  readonly folder: string;
  readonly objects: Objects;
  readonly scratch: Scratch;
  readonly clock: Clock;
}

/** Keeps the unfinished uploads under `ground.folder`. */
export function createMultiparts(ground: Ground): Multiparts {
  const { folder, scratch, clock } = ground;
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const inTurn = createTurns();
  const inPlace = createRooms(LIMITS.partConcurrency);
  return {
    create: (key, object) =>
      createUpload(ground, key, Upload.parse({ ...object, key, createdAt: clock.now() })),
    async putPart(key, id, part, body) {
      const path = uploadPath(folder, key, id);
      return inPlace(path, async () => {
        partOffset((await findOpen(path)).plan, part);
        return scratch.use(async (directory) => {
          const received = join(directory, 'part');
          const written = await withFile(received, 'wx', (file) => writeBody(file, body));
          return inTurn(path, async () =>
            placePart(await findOpen(path), part, { path: received, ...written }, clock),
          );
        });
      });
    },
    async list(key, id) {
      const path = uploadPath(folder, key, id);
      const parts = await inTurn(path, async () => readParts((await findUpload(path)).directory));
      return parts.map(({ partNumber, etag, sizeBytes }) => ({ partNumber, etag, sizeBytes }));
    },
    async complete(key, id, parts) {
      const path = uploadPath(folder, key, id);
      return inTurn(path, () => completeUpload(ground, key, path, parts));
    },
    async abort(key, id) {
      const path = uploadPath(folder, key, id);
      await inTurn(path, async () => {
        await scratch.discard(path);
        await scratch.discard(path + SEALED);
      });
    },
    async remove(key) {
      for (const name of await readdir(folder)) {
        if (name.startsWith(prefixOf(key))) await scratch.discard(join(folder, name));
      }
    },
    sweep: (olderThan) => sweepUploads(ground, olderThan),
  };
}

async function createUpload(
  { folder, scratch }: Ground,
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
    await settle(directory, uploadPath(folder, key, id));
  });
  return id;
}

async function completeUpload(
  { objects, scratch }: Ground,
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

async function sweepUploads({ folder, scratch }: Ground, olderThan: Date): Promise<number> {
  let ended = 0;
  for (const name of await readdir(folder)) {
    const touchedAt = await lastTouch(join(folder, name));
    if (touchedAt === null || touchedAt >= olderThan) continue;
    await scratch.discard(join(folder, name));
    ended += 1;
  }
  return ended;
}
