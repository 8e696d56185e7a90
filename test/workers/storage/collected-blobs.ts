import { afterEach, expect, vi } from 'vitest';
import { blobKeyOf } from '../../../src/modules/storage/index.js';
import { useWorld, type World } from '../../harness.js';
import { archiveOf, draftVersion, readyVersion, sendFile, sha256Of } from '../../publishing.js';
import { mutate } from '../../routes/catalog/lifecycle-mods.js';
import { storedVersion } from '../../stored-versions.js';
import { runJob, type StoredMod, useStoredMod } from '../catalog/stored-mod.js';

export const DAY_SECONDS = 24 * 60 * 60;

type Bytes = Uint8Array<ArrayBuffer>;

/** A world with one mod whose files are deleted and collected. */
export function useCollection() {
  const world = useWorld({}, { jobs: 'when-settled' });
  const mod = useStoredMod(world, 'blobs');
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const requests = requestsOf(world, mod);
  const runs = runsIn(world);
  /** Writes a version as rows, with its bytes in the store. */
  const stored = (state: 'ready' | 'published', bytes: Bytes) =>
    storedVersion(world, mod.alice, mod.modId, { ...mod.nextVersion(), state }, bytes);
  return {
    world,
    stored,
    ...requests,
    ...runs,
    /** A deleted file: its blob is marked and its object is due for removal. */
    async due(text: string) {
      const bytes = bytesOf(text);
      const { versionId } = await stored('ready', bytes);
      await requests.remove(versionId);
      await runs.collect();
      await runs.pass(1);
      expect(await runs.standing(sha256Of(bytes))).toEqual(['deleted', true]);
      world.clock.advance(DAY_SECONDS);
      return { bytes, sha256: sha256Of(bytes) };
    },
  };
}

export const bytesOf = (text: string) => new Uint8Array(archiveOf(text));

/** The requests of the mod's owner, and the downloads of its files. */
function requestsOf(world: World, mod: StoredMod) {
  return {
    /** Uploads the file of a new version. */
    ready: (bytes: Bytes) => readyVersion(world, mod.alice, mod.modId, mod.nextVersion(), bytes),
    draft: async (): Promise<string> =>
      (await draftVersion(mod.alice, mod.modId, mod.nextVersion())).id,
    /** Reserves an upload of bytes and sends them; `complete` starts their scan. */
    send: (versionId: string, bytes: Bytes) =>
      sendFile(mod.alice, { modId: mod.modId, versionId }, bytes),
    complete: (uploadId: string) => mod.alice.post(`/uploads/${uploadId}/complete`, {}),
    uploadOf: async (uploadId: string) => (await mod.alice.get(`/uploads/${uploadId}`)).body.data,
    publish: (versionId: string) =>
      mod.alice.post(`/mods/${mod.modId}/versions/${versionId}/publish`),
    change: (mutation: string, versionId: string) => mutate(mod.alice, mutation, versionId),
    /** Deletes a version as its owner. The owner's second factor is always recent here. */
    async remove(versionId: string) {
      const where = { userId: mod.alice.userId };
      const data = { aal2At: world.clock.now() };
      await world.platform.db.credential.updateMany({ where, data });
      expect(await mutate(mod.alice, 'deleteModVersion', versionId)).toBe('deleted');
    },
    async download(artifactId: string) {
      const { body } = await world.anon.post(`/downloads/${artifactId}/resolve`);
      const fetched = await fetch(body.data.primary_url);
      return new Uint8Array(await fetched.arrayBuffer());
    },
  };
}

/** The runs of the job, and what they leave of a blob. */
function runsIn(world: World) {
  const collect = () => runJob(world, 'collect-blobs');
  return {
    collect,
    async pass(days: number) {
      world.clock.advance(days * DAY_SECONDS);
      await collect();
    },
    async standing(sha256: string) {
      const row = await world.platform.db.blob.findUnique({ where: { sha256 } });
      const head = await world.platform.storage.head(blobKeyOf(sha256));
      return [row?.state ?? null, head !== null];
    },
  };
}
