import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  blobKeyOf,
  createOwnerWatch,
  OWNER_KEY,
  requireOwnStore,
} from '../../../src/modules/storage/index.js';
import { StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { archiveOf, draftVersion, sendFile, sha256Of } from '../../publishing.js';
import { installationOf, put, textOf } from './owned-stores.js';
import { of, said, useRot } from './rotten-bytes.js';

const DAY_SECONDS = 24 * 60 * 60;

describe('jobs in a process whose store is not that of the database', () => {
  const scene = useRot({});
  const { world } = scene;
  const objects = () => join(world.platform.config.dataDir, 'storage', 'objects');
  let isAway = false;

  /** The disk with the objects is not mounted, or the process has another `DATA_DIR`. */
  const unmount = async () => {
    await rename(objects(), `${objects()}-away`);
    await mkdir(objects());
    isAway = true;
  };
  const mount = async () => {
    if (!isAway) return;
    await rm(objects(), { recursive: true });
    await rename(`${objects()}-away`, objects());
    isAway = false;
  };
  afterEach(mount);

  /** Sends a file for a new version, and returns its upload, which waits for a scan. */
  async function complete(version: string): Promise<string> {
    const { id: versionId } = await draftVersion(scene.alice, scene.modId, { version });
    const bytes = new Uint8Array(archiveOf(`staged elsewhere, ${version}`));
    const uploadId = await sendFile(scene.alice, { modId: scene.modId, versionId }, bytes);
    await scene.alice.post(`/uploads/${uploadId}/complete`, {});
    return uploadId;
  }
  const statusOf = async (uploadId: string) =>
    (await scene.alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus;
  const statesOf = (digests: readonly string[]) =>
    Promise.all(digests.map(async (sha256) => (await scene.rowOf(sha256)).state));
  const newestJob = (kind: string) =>
    world.platform.db.job.findFirstOrThrow({ where: { kind }, orderBy: { createdAt: 'desc' } });

  it('verify-blobs quarantines nothing if the store has none of the files, and its error says so', async () => {
    const files = [await scene.publish('first'), await scene.publish('second')];
    const digests = files.map(({ sha256 }) => sha256);
    await unmount();
    await scene.verify();
    expect(await statesOf(digests)).toEqual(['sealed', 'sealed']);
    expect((await newestJob('verify-blobs')).lastError).toMatch(/^the store has none of \d+ files/);
    await mount();
    await scene.verify();
    expect(await statesOf(digests)).toEqual(['sealed', 'sealed']);
    expect(await scene.resolve(files[0]?.artifactId ?? '')).toBe('resolved');
  });

  it('verify-blobs quarantines nothing in the folder below an unmounted disk, although it names the installation', async () => {
    const { sha256 } = await scene.publish('on the disk');
    await unmount();
    const { platform } = world;
    await put(platform.storage, OWNER_KEY, textOf(await installationOf(platform)));
    await scene.verify();
    expect(await statesOf([sha256])).toEqual(['sealed']);
    expect((await newestJob('verify-blobs')).lastError).toMatch(/^the store has none of \d+ files/);
  });

  it('the log names a store without the files at the start of the process, and no other store', async () => {
    await scene.publish('compared');
    await createOwnerWatch(world.platform).check();
    expect(said).toEqual([]);
    await unmount();
    await createOwnerWatch(world.platform).check();
    expect(said).toEqual(['the store lacks the files of the database']);
  });

  it('collect-blobs removes no object of a store that has none of the files', async () => {
    await scene.publish('kept');
    await unmount();
    const others = new Uint8Array(archiveOf('of another installation'));
    const key = blobKeyOf(sha256Of(others));
    await world.platform.storage.put(key, of(others), 'application/zip');
    world.clock.advance(4 * DAY_SECONDS);
    await scene.run('collect-blobs');
    expect(await world.platform.storage.head(key)).not.toBeNull();
    expect((await newestJob('collect-blobs')).lastError).toMatch(
      /^the store has none of \d+ files/,
    );
  });

  it('a scan decides nothing, waits without losing an attempt, and ends where the bytes are', async () => {
    await scene.publish('known');
    const uploadId = await complete('900.0.0');
    await unmount();
    for (let run = 0; run <= LIMITS.scanAttempts; run += 1) {
      await world.settled();
      world.clock.advance(LIMITS.otherStoreSeconds);
    }
    // Four runs in a minute write one line.
    expect(said.filter((line) => line.startsWith('the scan waits'))).toHaveLength(1);
    expect(await newestJob('scan-upload')).toMatchObject({ state: 'queued', attempts: 0 });
    await mount();
    await world.settled();
    expect(await statusOf(uploadId)).toBe('ready');
  });

  it('a scan waits for a day at most, then a moderator decides', async () => {
    await scene.publish('known as well');
    const uploadId = await complete('900.0.1');
    await unmount();
    await world.settled();
    expect(await newestJob('scan-upload')).toMatchObject({ state: 'queued', attempts: 0 });
    for (let run = 0; run < LIMITS.scanAttempts; run += 1) {
      world.clock.advance(LIMITS.otherStoreMostSeconds);
      await world.settled();
    }
    expect(await statusOf(uploadId)).toBe('quarantined');
  });

  it('one file that the store has proves that it is the right one, although a later request fails', async () => {
    const { storage } = world.platform;
    await scene.publish('there');
    await scene.publish('there too');
    const head = storage.head.bind(storage);
    vi.spyOn(storage, 'head')
      .mockRejectedValue(new StoreUnavailable('a broken connection'))
      .mockImplementationOnce(head);
    await requireOwnStore(world.platform);
  });

  it('files whose objects return to the store are available again, without a mirror and all at once', async () => {
    const files = [await scene.publish('returns'), await scene.publish('returns too')];
    const digests = files.map(({ sha256 }) => sha256);
    for (const sha256 of digests) await world.platform.storage.remove(blobKeyOf(sha256));
    await scene.verify();
    expect(await statesOf(digests)).toEqual(['corrupt', 'corrupt']);
    for (const { bytes, sha256 } of files) {
      await world.platform.storage.put(blobKeyOf(sha256), of(bytes), 'application/zip');
    }
    world.clock.advance(LIMITS.verifyRetrySeconds + 1);
    await scene.run('verify-blobs');
    expect(await statesOf(digests)).toEqual(['sealed', 'sealed']);
    for (const { artifactId } of files) expect(await scene.resolve(artifactId)).toBe('resolved');
    expect(said).toContain('corrupt bytes are intact again');
  });

  it('files become available again in a run whose weekly reads reach the limit of bytes', async () => {
    const { db, storage } = world.platform;
    const files = [await scene.publish('busy'), await scene.publish('busy too')];
    const digests = files.map(({ sha256 }) => sha256);
    for (const sha256 of digests) await storage.remove(blobKeyOf(sha256));
    await scene.verify();
    for (const { bytes, sha256 } of files) {
      await storage.put(blobKeyOf(sha256), of(bytes), 'application/zip');
    }
    const { sha256: large } = await scene.publish('large');
    world.clock.advance(LIMITS.verifyRetrySeconds + 1);
    const data = { sizeBytes: LIMITS.verifyRunBytes + 1, verifyDueAt: new Date(0) };
    await db.blob.update({ where: { sha256: large }, data });
    await scene.run('verify-blobs');
    expect(await statesOf(digests)).toEqual(['sealed', 'sealed']);
  });
});
