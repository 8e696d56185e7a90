import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { blobKeyOf, reportOtherStore } from '../../../src/modules/storage/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { archiveOf, draftVersion, sendFile, sha256Of } from '../../publishing.js';
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

  it('the log names a store without the files at the start of the process, and no other store', async () => {
    await scene.publish('compared');
    await reportOtherStore(world.platform);
    expect(said).toEqual([]);
    await unmount();
    await reportOtherStore(world.platform);
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
    const bytes = new Uint8Array(archiveOf('staged elsewhere'));
    const { id: versionId } = await draftVersion(scene.alice, scene.modId, { version: '900.0.0' });
    const uploadId = await sendFile(scene.alice, { modId: scene.modId, versionId }, bytes);
    await scene.alice.post(`/uploads/${uploadId}/complete`, {});
    await unmount();
    for (let run = 0; run <= LIMITS.scanAttempts; run += 1) {
      await world.settled();
      world.clock.advance(LIMITS.otherStoreSeconds);
    }
    expect(said).toContain('the scan waits for a process with the right store');
    expect(await newestJob('scan-upload')).toMatchObject({ state: 'queued', attempts: 0 });
    await mount();
    await world.settled();
    const { body } = await scene.alice.get(`/uploads/${uploadId}`);
    expect(body.data.lifecycleStatus).toBe('ready');
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
    expect(said).toContain('corrupt bytes are right again');
  });
});
