import { afterEach, beforeAll, expect, vi } from 'vitest';
import { blobKeyOf } from '../../src/modules/storage/index.js';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import {
  archiveOf,
  draftVersion,
  newGame,
  readyVersion,
  sendFile,
  sha256Of,
} from '../publishing.js';
import { mutate } from '../routes/lifecycle-mods.js';
import { storedMod, storedVersion } from '../stored-versions.js';

export const DAY_SECONDS = 24 * 60 * 60;

/** A world with one mod whose files are deleted and collected. */
export function useCollection() {
  const world = useWorld({}, { jobs: 'when-settled' });
  let alice: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'blobs');
    alice = await world.creator('alice');
    modId = await storedMod(world, alice, 'blobs');
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  let count = 0;
  const unique = () => {
    count += 1;
    return `${count}.0.0`;
  };
  const bytesOf = (text: string) => new Uint8Array(archiveOf(text));
  /** Writes a version as rows, with its bytes in the store. */
  const stored = (state: 'ready' | 'published', bytes: Uint8Array<ArrayBuffer>) =>
    storedVersion(world, alice, modId, { version: unique(), state }, bytes);
  /** Uploads the file of a new version with requests. */
  const ready = (bytes: Uint8Array<ArrayBuffer>) =>
    readyVersion(world, alice, modId, { version: unique() }, bytes);
  /** Reserves an upload of bytes and sends them; `complete` starts their scan. */
  const send = (versionId: string, bytes: Uint8Array<ArrayBuffer>) =>
    sendFile(alice, { modId, versionId }, bytes);
  const complete = (uploadId: string) => alice.post(`/uploads/${uploadId}/complete`, {});
  const draft = async (): Promise<string> =>
    (await draftVersion(alice, modId, { version: unique() })).id;
  const uploadOf = async (uploadId: string) => (await alice.get(`/uploads/${uploadId}`)).body.data;
  const change = (mutation: string, versionId: string) => mutate(alice, mutation, versionId);
  const publish = (versionId: string) => alice.post(`/mods/${modId}/versions/${versionId}/publish`);
  /** Deletes a version as its owner. The owner's second factor is always recent here. */
  const remove = async (versionId: string) => {
    const data = { aal2At: world.clock.now() };
    await world.platform.db.credential.updateMany({ where: { userId: alice.userId }, data });
    expect(await mutate(alice, 'deleteModVersion', versionId)).toBe('deleted');
  };
  /** Runs the job at the current time of the clock. */
  const collect = async () => {
    await enqueue(world.platform.db, { kind: 'collect-blobs', payload: {} });
    await world.settled();
  };
  const pass = async (days: number) => {
    world.clock.advance(days * DAY_SECONDS);
    await collect();
  };
  const standing = async (sha256: string) => {
    const row = await world.platform.db.blob.findUnique({ where: { sha256 } });
    const head = await world.platform.storage.head(blobKeyOf(sha256));
    return [row?.state ?? null, head !== null];
  };
  /** A deleted file: its blob is marked and its object is due for removal. */
  const due = async (text: string) => {
    const bytes = bytesOf(text);
    const { versionId } = await stored('ready', bytes);
    await remove(versionId);
    await collect();
    await pass(1);
    expect(await standing(sha256Of(bytes))).toEqual(['deleted', true]);
    world.clock.advance(DAY_SECONDS);
    return { bytes, sha256: sha256Of(bytes) };
  };
  const download = async (artifactId: string) => {
    const { body } = await world.anon.post(`/downloads/${artifactId}/resolve`);
    const fetched = await fetch(body.data.primary_url);
    return new Uint8Array(await fetched.arrayBuffer());
  };
  return {
    world,
    bytesOf,
    stored,
    ready,
    publish,
    send,
    complete,
    draft,
    uploadOf,
    change,
    remove,
    collect,
    pass,
    standing,
    due,
    download,
  };
}
