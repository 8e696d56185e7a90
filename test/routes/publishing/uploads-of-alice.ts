import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, vi } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  type UploadTarget,
} from '../../publishing.js';

export const HOUR = 3600;
/** A file of seven parts, the last of which is shorter. */
export const PART_BYTES = 16 * 1024;
export const PARTS = { sizeBytes: 101 * 1024 };
export const bytes = new Uint8Array(archiveOf('protocol'));

// `useUploads` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
let modId: string;

/** Starts the service of a test file with parts of a few kilobytes. */
export function useUploads(): void {
  const limits = { singleUploadBytes: 100 * 1024, partSizeBytes: PART_BYTES };
  world = useWorld({}, { jobs: 'when-settled', limits });
  beforeAll(async () => {
    await newGame(world, 'protocol');
    alice = await world.creator('alice');
    modId = (await bareMod(alice, 'protocol')).id;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** A new version of the mod. */
export const newTarget = async (): Promise<UploadTarget> => {
  const version = await draftVersion(alice, modId, { version: randomUUID() });
  return { modId, versionId: version.id };
};
/** Reserves an upload; fails if the service refuses it. */
export const newSession = async (more: object = {}): Promise<Json> => {
  const made = await alice.post('/uploads', declarationOf(await newTarget(), bytes, more));
  if (made.status !== 201) throw new Error(`no session: ${made.text}`);
  return made.body.data;
};
/** The session as its owner reads it. */
export const read = async (id: string): Promise<Json> =>
  (await alice.get(`/uploads/${id}`)).body.data;
/** The row of a session. */
export const rowOf = (id: string) =>
  world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
/** Completes an upload. */
export const complete = (id: string, body: object = {}) =>
  alice.post(`/uploads/${id}/complete`, body);
