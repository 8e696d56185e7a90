import { describe, expect, it, vi } from 'vitest';
import {
  blobKeyOf,
  lockDigest,
  mirrorBlob,
  promoteBytes,
  restoreBlob,
} from '../../../src/modules/storage/index.js';
import { healBlob } from '../../../src/modules/storage/verifications/heal-blob.js';
import type { Platform } from '../../../src/platform/platform.js';
import {
  ObjectMissing,
  type Storage,
  StoreUnavailable,
} from '../../../src/platform/storage/storage.port.js';
import { of, said, useRot } from './rotten-bytes.js';

type Mirror = NonNullable<Platform['mirror']>;

describe('verify-blobs with a mirror', () => {
  const scene = useRot({
    MIRROR: 'disk',
  });
  const { world } = scene;

  it.each(['changed', 'gone'])('the mirror copy replaces bytes that are %s', async (how) => {
    const { sha256, artifactId } = await scene.publish(`healed, ${how}`);
    if (how === 'changed') scene.rot(sha256);
    else await world.platform.storage.remove(blobKeyOf(sha256));
    await scene.verify();
    const blob = await scene.rowOf(sha256);
    expect([blob.state, await scene.resolve(artifactId)]).toEqual(['sealed', 'resolved']);
    expect(scene.digestIn('storage', sha256)).toBe(sha256);
    expect(await scene.auditOf(blob.id)).toEqual(['blob.quarantined', 'blob.restored']);
  });

  it.each([
    ['is down too', (mirror: Mirror) => vi.spyOn(mirror, 'isUp').mockReturnValue(false)],
    ['is empty too', (mirror: Mirror) => vi.spyOn(mirror.storage, 'head').mockResolvedValue(null)],
  ])(
    'a store without any of the files makes none unavailable while the mirror %s',
    async (how, lose) => {
      const { storage, mirror } = world.platform;
      if (!mirror) throw new Error('there is no mirror');
      const digests = [await scene.publish(`away, ${how}`), await scene.publish(`too, ${how}`)].map(
        ({ sha256 }) => sha256,
      );
      lose(mirror);
      vi.spyOn(storage, 'head').mockResolvedValue(null);
      vi.spyOn(storage, 'readTransient').mockRejectedValue(new ObjectMissing('not mounted'));
      await scene.verify();
      for (const sha256 of digests) expect((await scene.rowOf(sha256)).state).toBe('sealed');
    },
  );

  it('an interrupted healing never removes the right bytes that an upload promoted before its transaction', async () => {
    const { storage, db, mirror } = world.platform;
    if (!mirror) throw new Error('there is no mirror');
    const { sha256, artifactId, bytes } = await scene.publish('healed and uploaded');
    scene.rot(sha256);
    scene.rot(sha256, 'mirror');
    await scene.verify();
    const blob = await scene.rowOf(sha256);
    expect(blob.state).toBe('corrupt');
    const measured = { sha256, sizeBytes: bytes.length };
    const head = await promoteBytes(world.platform, await scene.stage(bytes), measured);
    // The first read of the copy succeeds, then the mirror becomes unavailable.
    vi.spyOn(mirror.storage, 'readTransient')
      .mockImplementationOnce(async () => of(bytes))
      .mockRejectedValue(new StoreUnavailable('away'));
    await healBlob(scene.ctx(), blob, new AbortController().signal);
    expect(await storage.head(blobKeyOf(sha256))).toEqual(head);
    await db.$transaction(async (tx) => {
      await lockDigest(tx, sha256);
      const blobNow = await tx.blob.findUniqueOrThrow({ where: { sha256 } });
      await restoreBlob(scene.ctx(), tx, { blob: blobNow, etag: head.etag });
    });
    expect([(await scene.rowOf(sha256)).state, await scene.resolve(artifactId)]).toEqual([
      'sealed',
      'resolved',
    ]);
    expect(scene.digestIn('storage', sha256)).toBe(sha256);
  });

  it('a restored blob is due for verification at once, not after a week', async () => {
    const { db, clock } = world.platform;
    const { sha256 } = await scene.publish('read again soon');
    const blob = await db.blob.update({ where: { sha256 }, data: { state: 'corrupt' } });
    const from = clock.now();
    await db.$transaction(async (tx) => {
      await lockDigest(tx, sha256);
      await restoreBlob(scene.ctx(), tx, { blob, etag: blob.etag });
    });
    const { state, verifyDueAt } = await scene.rowOf(sha256);
    expect(state).toBe('sealed');
    expect(verifyDueAt.getTime()).toBeGreaterThanOrEqual(from.getTime());
    expect(verifyDueAt.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  });

  it('a rotten mirror copy never replaces rotten bytes', async () => {
    const { sha256, artifactId } = await scene.publish('both');
    scene.rot(sha256);
    scene.rot(sha256, 'mirror');
    await scene.verify();
    expect([(await scene.rowOf(sha256)).state, await scene.resolve(artifactId)]).toEqual([
      'corrupt',
      '404 file_not_found',
    ]);
    expect(said).toContain('corrupt bytes could not be repaired');
  });

  it('bytes that rot again while they are replaced stay in quarantine', async () => {
    const { storage } = world.platform;
    const { sha256, artifactId } = await scene.publish('again');
    scene.rot(sha256);
    const replaceInStore = storage.replace.bind(storage);
    vi.spyOn(storage, 'replace').mockImplementationOnce(async (...args) => {
      const head = await replaceInStore(...args);
      scene.rot(sha256);
      return head;
    });
    await scene.verify();
    expect([(await scene.rowOf(sha256)).state, await scene.resolve(artifactId)]).toEqual([
      'corrupt',
      '404 file_not_found',
    ]);
    expect(said).toContain('corrupt bytes could not be repaired');
  });

  it('a copy that is finished after its blob became corrupt stays and heals it', async () => {
    const { db, mirror } = world.platform;
    if (!mirror) throw new Error('there is no mirror');
    const { sha256, artifactId } = await scene.publish('corrupt while copied');
    const { id } = await scene.rowOf(sha256);
    const data = { mirroredAt: null, mirrorEtag: null, mirrorRun: null };
    await db.blob.update({ where: { id }, data });
    await mirror.storage.remove(blobKeyOf(sha256));
    const put = mirror.storage.put.bind(mirror.storage);
    vi.spyOn(mirror.storage, 'put').mockImplementationOnce(async (...args) => {
      const head = await put(...args);
      // The store loses the bytes, and their verification ends before the copy is recorded.
      scene.rot(sha256);
      await scene.verify();
      return head;
    });
    await mirrorBlob(scene.ctx(), id, new AbortController().signal);
    expect((await scene.rowOf(sha256)).state).toBe('corrupt');
    expect(await mirror.storage.head(blobKeyOf(sha256))).not.toBeNull();
    await healBlob(scene.ctx(), await scene.rowOf(sha256), new AbortController().signal);
    expect(await scene.resolve(artifactId)).toBe('resolved');
  });

  it('rotten bytes are replaced later if the mirror was down, and the copy stays meanwhile', async () => {
    const mirror: Storage | undefined = world.platform.mirror?.storage;
    if (!mirror) throw new Error('there is no mirror');
    const { sha256, artifactId } = await scene.publish('later');
    scene.rot(sha256);
    const away = vi.spyOn(mirror, 'readTransient');
    away.mockRejectedValue(new StoreUnavailable('away'));
    await scene.verify();
    expect(await scene.resolve(artifactId)).toBe('404 file_not_found');
    away.mockRestore();
    await scene.run('sweep-mirror');
    expect(await mirror.head(blobKeyOf(sha256))).not.toBeNull();
    await scene.verify();
    // A run ends at a blob that it cannot repair, and an earlier test left one.
    await scene.run('verify-blobs');
    expect([(await scene.rowOf(sha256)).state, await scene.resolve(artifactId)]).toEqual([
      'sealed',
      'resolved',
    ]);
  });
});
