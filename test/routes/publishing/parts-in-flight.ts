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
  putBytes,
} from '../../publishing.js';

/** The number of parts of each file. */
export const PARTS = 9;
/** The lifetime of a signed URL in seconds. */
export const QUARTER = 15 * 60;
const PART_BYTES = 1024;

// `usePartsInFlight` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
let modId: string;

/** Starts the service of a test file with parts so small that a file has many of them. */
export function usePartsInFlight(): void {
  const limits = { singleUploadBytes: PART_BYTES, partSizeBytes: PART_BYTES };
  world = useWorld({}, { jobs: 'when-settled', limits });
  beforeAll(async () => {
    world.clock.stop();
    await newGame(world, 'in-flight');
    alice = await world.creator('alice');
    modId = (await bareMod(alice, 'in-flight')).id;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** An upload session of alice. */
export interface Session {
  readonly id: string;
  /** The parts that the creation signed. */
  readonly parts: Json[];
  /** Repeats the request that created the session; returns the parts. */
  repeat(): Promise<Json[]>;
  sign(...partNumbers: number[]): ReturnType<Creator['post']>;
}

/** Reserves an upload of `PARTS` parts. */
export const newSession = async (): Promise<Session> => {
  const version = await draftVersion(alice, modId, { version: randomUUID() });
  const target = { modId, versionId: version.id };
  const declared = declarationOf(target, archiveOf('in flight'), { sizeBytes: PARTS * PART_BYTES });
  const headers = { 'Idempotency-Key': randomUUID() };
  const reserve = async (): Promise<Json> => {
    const made = await alice.post('/uploads', declared, headers);
    if (made.status !== 201) throw new Error(`no session: ${made.text}`);
    return made.body.data;
  };
  const { upload_id: id, upload } = await reserve();
  return {
    id,
    parts: upload.parts,
    repeat: async () => (await reserve()).upload.parts,
    sign: (...partNumbers) => alice.post(`/uploads/${id}/parts`, { partNumbers }),
  };
};
/** Sends the bytes of parts to the store. */
export const send = async (...parts: Json[]): Promise<void> => {
  for (const part of parts) {
    const { status } = await putBytes(part, new Uint8Array(part.sizeBytes));
    if (status !== 200) throw new Error(`the store answered ${status}`);
  }
};
/** The part numbers of signed parts. */
export const numbersOf = (parts: Json[]): number[] => parts.map(({ partNumber }) => partNumber);
/** The row of a session. */
export const rowOf = (id: string) =>
  world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
/** The number of audit entries about a session. */
export const auditOf = (targetId: string) =>
  world.platform.db.auditEntry.count({ where: { targetId } });
