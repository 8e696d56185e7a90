import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { blobKeyOf, collectBlobs } from '../../../src/modules/storage/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import { sha256Of } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { bytesOf, DAY_SECONDS, useCollection } from './collected-blobs.js';

describe('collect-blobs and blobs without a reference', () => {
  const scene = useCollection();
  const { world } = scene;

  it('an unused blob is marked after the first hold, its object is removed after the second, and its row stays', async () => {
    const bytes = bytesOf('deleted for good');
    const sha256 = sha256Of(bytes);
    const { versionId } = await scene.ready(bytes);
    await scene.publish(versionId);
    await scene.remove(versionId);
    await scene.collect();
    expect(await scene.standing(sha256)).toEqual(['sealed', true]);
    await scene.pass(1);
    expect(await scene.standing(sha256)).toEqual(['deleted', true]);
    await scene.collect();
    expect(await scene.standing(sha256)).toEqual(['deleted', true]);
    await scene.pass(1);
    expect(await scene.standing(sha256)).toEqual(['deleted', false]);
  });

  longTest(
    'collect-blobs removes the bytes of a replaced file, even if a later upload of them failed',
    async () => {
      const [old, newer] = [bytesOf('replaced'), bytesOf('its replacement')];
      const { versionId } = await scene.stored('ready', old);
      const uploadId = await scene.send(versionId, newer);
      await scene.complete(uploadId);
      await world.settled();
      const another = await scene.send(versionId, old);
      await world.platform.db.uploadSession.update({
        where: { id: another },
        data: { state: 'failed' },
      });
      await scene.collect();
      await scene.pass(1);
      await scene.pass(1);
      expect(await scene.standing(sha256Of(old))).toEqual(['deleted', false]);
      expect(await scene.standing(sha256Of(newer))).toEqual(['sealed', true]);
    },
  );

  it('collect-blobs keeps the bytes of ready, published, archived and withdrawn files', async () => {
    const kept = ['ready', 'published', 'archived', 'withdrawn'].map((name) => ({
      name,
      bytes: bytesOf(`kept while ${name}`),
    }));
    for (const { name, bytes } of kept) {
      const state = name === 'ready' ? 'ready' : 'published';
      const { versionId } = await scene.stored(state, bytes);
      if (name === 'archived') await scene.change('archiveModVersion', versionId);
      if (name === 'withdrawn') await scene.change('withdrawModVersion', versionId);
    }
    for (let days = 0; days < 4; days += 1) await scene.pass(1);
    for (const { bytes } of kept) {
      expect(await scene.standing(sha256Of(bytes))).toEqual(['sealed', true]);
    }
  });

  it('collect-blobs keeps bytes that another file shares and bytes of an active download grant', async () => {
    const [shared, fetched] = [bytesOf('shared'), bytesOf('fetched')];
    const first = await scene.stored('ready', shared);
    const second = await scene.stored('published', shared);
    const third = await scene.stored('published', fetched);
    await world.anon.post(`/downloads/${third.artifactId}/resolve`);
    for (const { versionId } of [first, third]) await scene.remove(versionId);
    await world.platform.db.downloadGrant.updateMany({
      where: { artifactId: third.artifactId },
      data: { expiresAt: new Date(world.clock.now().getTime() + 10 * DAY_SECONDS * 1000) },
    });
    for (let days = 0; days < 4; days += 1) await scene.pass(1);
    expect(await scene.standing(sha256Of(shared))).toEqual(['sealed', true]);
    expect(await scene.standing(sha256Of(fetched))).toEqual(['sealed', true]);
    expect(await scene.download(second.artifactId)).toEqual(shared);
  });

  longTest('two concurrent uploads of the same bytes share one blob', async () => {
    const bytes = bytesOf('sent twice');
    const sent = await Promise.all(
      ['first', 'second'].map(async () => {
        const versionId = await scene.draft();
        const uploadId = await scene.send(versionId, bytes);
        await scene.complete(uploadId);
        return uploadId;
      }),
    );
    await world.settled();
    const files = await world.platform.db.artifact.findMany({ where: { uploadId: { in: sent } } });
    expect(files.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(new Set(files.map(({ blobId }) => blobId)).size).toBe(1);
    expect(await world.platform.db.blob.count({ where: { sha256: sha256Of(bytes) } })).toBe(1);
  });

  longTest(
    'collect-blobs keeps bytes that a file refers to, even if removedAt is set on their row',
    async () => {
      const bytes = bytesOf('noted wrongly');
      const sha256 = sha256Of(bytes);
      const { artifactId } = await scene.stored('published', bytes);
      const removedAt = world.clock.now();
      await world.platform.db.blob.update({ where: { sha256 }, data: { removedAt } });
      await scene.pass(4);
      expect(await scene.download(artifactId)).toEqual(bytes);
      await scene.ready(bytes);
      const row = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
      expect(row.removedAt).toBeNull();
    },
  );

  describe('objects without a row', () => {
    const put = (key: string, bytes: Uint8Array) =>
      world.platform.storage.put(key, [bytes] as never, 'application/zip');

    it('an object without a row is removed after three days, unless an upload of its bytes is pending', async () => {
      const [orphan, coming] = [
        bytesOf('promoted, never bound'),
        bytesOf('promoted, still coming'),
      ];
      for (const bytes of [orphan, coming]) await put(blobKeyOf(sha256Of(bytes)), bytes);
      await put('blobs/not-a-digest', orphan);
      await scene.pass(2);
      expect(await scene.standing(sha256Of(orphan))).toEqual([null, true]);
      const versionId = await scene.draft();
      await scene.send(versionId, coming);
      await scene.pass(1);
      expect(await scene.standing(sha256Of(orphan))).toEqual([null, false]);
      expect(await scene.standing(sha256Of(coming))).toEqual([null, true]);
      expect(await world.platform.storage.head('blobs/not-a-digest')).not.toBeNull();
    });

    longTest(
      'collect-blobs finds all objects without a row if the store lists two per page',
      async () => {
        const { storage } = world.platform;
        const orphans = ['listed first', 'listed second', 'listed third'].map(bytesOf);
        for (const bytes of orphans) await put(blobKeyOf(sha256Of(bytes)), bytes);
        const original = storage.list;
        vi.spyOn(storage, 'list').mockImplementation((prefix, after) => original(prefix, after, 2));
        await scene.pass(4);
        for (const bytes of orphans)
          expect(await scene.standing(sha256Of(bytes))).toEqual([null, false]);
      },
    );

    longTest(
      'an upload reads an object that already has its key and replaces it if its digest differs',
      async () => {
        const [left, wrong] = [bytesOf('left by a dead run'), bytesOf('what was promised')];
        await put(blobKeyOf(sha256Of(left)), left);
        const other = new Uint8Array(wrong).fill(0);
        await put(blobKeyOf(sha256Of(wrong)), other);
        for (const bytes of [left, wrong]) {
          const { versionId, artifactId } = await scene.ready(bytes);
          await scene.publish(versionId);
          expect(await scene.download(artifactId)).toEqual(bytes);
        }
      },
    );
  });

  longTest(
    'collect-blobs processes a bounded number of blobs per run and continues in the next run',
    async () => {
      const { db } = world.platform;
      // The rows have no objects, so the newest files of the store are others (`requireOwnStore`).
      await db.$executeRaw`
      insert into blobs (id, sha256, size_bytes, content_type, storage_key, etag)
      select lpad(n::text, 32, '0')::uuid, 'bulk' || lpad(n::text, 60, '0'), 1, 'x', 'bulk/' || n, 'x'
      from generate_series(1, 10500) as n`;
      const ctx = createSystemContext(world.platform, `test ${randomUUID()}`);
      const { signal } = new AbortController();
      const first = await collectBlobs(ctx, {}, signal);
      expect(first).toEqual({ phase: 'idle', after: expect.any(String) });
      const noted = () =>
        db.blob.count({ where: { storageKey: { startsWith: 'bulk/' }, idleSince: null } });
      expect(await noted()).toBeGreaterThan(0);
      expect(await collectBlobs(ctx, { ...first }, signal)).toBeNull();
      expect(await noted()).toBe(0);
      await db.$executeRaw`delete from blobs where storage_key like 'bulk/%'`;
    },
  );
});
