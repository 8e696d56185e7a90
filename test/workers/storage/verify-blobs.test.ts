import { describe, expect, it, vi } from 'vitest';
import { blobKeyOf, promoteBytes, verifyBlobs } from '../../../src/modules/storage/index.js';
import { OtherBytes, StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { metricsShow } from '../../metrics.js';
import { archiveOf, sha256Of } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { said, useRot } from './rotten-bytes.js';

describe('verify-blobs and rotten bytes', () => {
  const scene = useRot({});
  const { world } = scene;

  it('verify-blobs finds rotten bytes and makes their files unavailable', async () => {
    const { db } = world.platform;
    const { sha256, artifactId } = await scene.publish('found');
    expect(await scene.resolve(artifactId)).toBe('resolved');
    scene.rot(sha256);
    await scene.verify();
    const blob = await scene.rowOf(sha256);
    expect([blob.state, await scene.resolve(artifactId)]).toEqual([
      'corrupt',
      '404 file_not_found',
    ]);
    expect(await scene.auditOf(blob.id)).toEqual(['blob.quarantined']);
    expect(said).toContain('stored bytes are corrupt; their files are unavailable');
    const events = await db.outboxEvent.findMany({ where: { subjectId: artifactId } });
    expect(events.at(-1)).toMatchObject({ kind: 'file.failed', data: { code: 'hash_mismatch' } });
    const grants = await db.downloadGrant.findMany({ where: { artifactId } });
    expect(grants.map(({ state }) => state)).toEqual(['revoked']);
    await metricsShow(world, 'modport_corrupt_blobs 1');
  });

  longTest('rotten bytes stay in quarantine after a clean rescan', async () => {
    const { db, clock } = world.platform;
    const { sha256, artifactId } = await scene.publish('scanned again');
    scene.rot(sha256);
    await scene.verify();
    await db.rescanOrder.create({
      data: { sha256, requestedById: crypto.randomUUID(), createdAt: clock.now() },
    });
    await scene.run('rescan-blobs');
    await scene.verify();
    expect([(await scene.rowOf(sha256)).state, await scene.resolve(artifactId)]).toEqual([
      'corrupt',
      '404 file_not_found',
    ]);
  });

  it('an upload of the right bytes replaces rotten ones and makes their files available again', async () => {
    const { sha256, artifactId, bytes } = await scene.publish('replaced');
    scene.rot(sha256);
    await scene.verify();
    await scene.uploadAgain(bytes);
    const blob = await scene.rowOf(sha256);
    expect([blob.state, await scene.resolve(artifactId)]).toEqual(['sealed', 'resolved']);
    expect(scene.digestIn('storage', sha256)).toBe(sha256);
    expect(await scene.auditOf(blob.id)).toEqual(['blob.quarantined', 'blob.restored']);
  });

  longTest(
    'an upload of right bytes is never bound to rotten ones with the same ETag',
    async () => {
      const { sha256, bytes } = await scene.publish('not found yet');
      scene.rot(sha256);
      await scene.uploadAgain(bytes);
      expect(scene.digestIn('storage', sha256)).toBe(sha256);
      expect(said).toContain('the bytes of an object do not match its key; it is replaced');
    },
  );

  longTest('a promotion never removes right bytes that a concurrent promotion wrote', async () => {
    const { storage } = world.platform;
    const { sha256, bytes } = await scene.publish('two promotions');
    const measured = { sha256, sizeBytes: bytes.length };
    const [late, fast] = [await scene.stage(bytes), await scene.stage(bytes)];
    scene.rot(sha256);
    const promoteInStore = storage.promote.bind(storage);
    vi.spyOn(storage, 'promote').mockImplementationOnce(async (...args) => {
      try {
        return await promoteInStore(...args);
      } catch (error) {
        // Between the read of the rotten object and its replacement.
        await promoteBytes(world.platform, fast, measured);
        expect(scene.digestIn('storage', sha256)).toBe(sha256);
        // From here on, the worker of the first promotion can write nothing to the store.
        vi.spyOn(storage, 'readTransient').mockRejectedValue(new StoreUnavailable('killed'));
        vi.spyOn(storage, 'promote').mockRejectedValue(new StoreUnavailable('killed'));
        throw error;
      }
    });
    await expect(promoteBytes(world.platform, late, measured)).rejects.toThrow('killed');
    expect(scene.digestIn('storage', sha256)).toBe(sha256);
  });

  longTest('wrong staged bytes never remove right published ones', async () => {
    const { storage } = world.platform;
    const bytes = new Uint8Array(archiveOf('staged wrong'.repeat(300)));
    const wrong = bytes.map((byte, index) => (index === 9 ? byte ^ 1 : byte));
    const measured = { sha256: sha256Of(bytes), sizeBytes: bytes.length };
    const [bad, good] = [await scene.stage(wrong), await scene.stage(bytes)];
    const promoteInStore = storage.promote.bind(storage);
    vi.spyOn(storage, 'promote').mockImplementationOnce(async (...args) => {
      try {
        return await promoteInStore(...args);
      } finally {
        await promoteBytes(world.platform, good, measured);
      }
    });
    await expect(promoteBytes(world.platform, bad, measured)).rejects.toThrow(OtherBytes);
    expect(scene.digestIn('storage', measured.sha256)).toBe(measured.sha256);
  });

  longTest('a missing object puts its blob in quarantine', async () => {
    const { sha256, artifactId } = await scene.publish('gone');
    await world.platform.storage.remove(blobKeyOf(sha256));
    await scene.verify();
    const [entry] = await world.platform.db.auditEntry.findMany({
      where: { targetId: (await scene.rowOf(sha256)).id },
    });
    expect(entry?.data).toMatchObject({ sha256, reason: 'object_missing' });
    expect(await scene.resolve(artifactId)).toBe('404 file_not_found');
  });

  longTest('a corrupt blob without a reference is collected with its object', async () => {
    const { db, storage } = world.platform;
    const { sha256, artifactId } = await scene.publish('collected');
    scene.rot(sha256);
    await scene.verify();
    await db.artifact.update({ where: { id: artifactId }, data: { state: 'deleted' } });
    for (let day = 0; day < 3; day += 1) {
      await scene.run('collect-blobs');
      world.clock.advance(LIMITS.blobIdleSeconds + LIMITS.blobRemovalSeconds);
    }
    expect((await scene.rowOf(sha256)).state).toBe('deleted');
    expect(await storage.head(blobKeyOf(sha256))).toBeNull();
  });

  it('an unavailable store puts no blob in quarantine', async () => {
    const { storage } = world.platform;
    const { sha256, artifactId } = await scene.publish('away');
    const away = new StoreUnavailable('away');
    vi.spyOn(storage, 'readTransient').mockRejectedValue(away);
    vi.spyOn(storage, 'ping').mockRejectedValue(away);
    world.clock.advance(LIMITS.verifyIntervalSeconds + 1);
    const { signal } = new AbortController();
    await expect(verifyBlobs(scene.ctx(), signal)).rejects.toThrow('away');
    vi.restoreAllMocks();
    expect([(await scene.rowOf(sha256)).state, await scene.resolve(artifactId)]).toEqual([
      'sealed',
      'resolved',
    ]);
  });

  it('one bad read puts no blob in quarantine', async () => {
    const { storage } = world.platform;
    const { sha256 } = await scene.publish('one bad read');
    const original = storage.readTransient.bind(storage);
    const reads: string[] = [];
    vi.spyOn(storage, 'readTransient').mockImplementation(async (key, range) => {
      const isFirst = key === blobKeyOf(sha256) && !reads.includes(key);
      reads.push(key);
      return original(isFirst ? blobKeyOf('0') : key, range);
    });
    await scene.verify();
    expect(reads.filter((key) => key === blobKeyOf(sha256))).toHaveLength(2);
    expect((await scene.rowOf(sha256)).state).toBe('sealed');
  });

  it('a bad read after an interrupted one puts no blob in quarantine, and the blob is read again later', async () => {
    const { storage } = world.platform;
    const { sha256 } = await scene.publish('interrupted, then bad');
    const key = blobKeyOf(sha256);
    const original = storage.readTransient.bind(storage);
    let isFirst = true;
    vi.spyOn(storage, 'readTransient').mockImplementation(async (read, range) => {
      if (read !== key) return original(read, range);
      if (!isFirst) return original(blobKeyOf('0'), range);
      isFirst = false;
      throw new StoreUnavailable('a broken connection');
    });
    await scene.verify();
    const { state, verifyDueAt } = await scene.rowOf(sha256);
    const dueInSeconds = (verifyDueAt.getTime() - world.clock.now().getTime()) / 1000;
    expect([state, isFirst]).toEqual(['sealed', false]);
    expect(dueInSeconds).toBeGreaterThan(0);
    expect(dueInSeconds).toBeLessThanOrEqual(LIMITS.verifyRetrySeconds);
  });

  it('verify-blobs continues an interrupted run in the order of the due times', async () => {
    const { db, storage } = world.platform;
    for (const text of ['first', 'second', 'third']) await scene.publish(text);
    world.clock.advance(LIMITS.verifyIntervalSeconds + 1);
    const due = { state: 'sealed', verifyDueAt: { lte: world.clock.now() } } as const;
    const orderBy = [{ verifyDueAt: 'asc' }, { id: 'asc' }] as const;
    const wanted = await db.blob.findMany({ where: due, orderBy: [...orderBy] });
    const read: string[] = [];
    const stop = new AbortController();
    const original = storage.readTransient.bind(storage);
    vi.spyOn(storage, 'readTransient').mockImplementation(async (key) => {
      read.push(key);
      if (read.length === 2) stop.abort(new Error('the run was cut off'));
      return original(key);
    });
    await expect(verifyBlobs(scene.ctx(), stop.signal)).rejects.toThrow('cut off');
    await verifyBlobs(scene.ctx(), new AbortController().signal);
    const keys = wanted.map(({ storageKey }) => storageKey);
    // The interrupted blob is read again and no blob is skipped. Healing reads corrupt ones.
    expect(read.filter((key) => keys.includes(key))).toEqual([
      ...keys.slice(0, 2),
      ...keys.slice(1),
    ]);
    expect(await db.blob.count({ where: due })).toBe(0);
    await metricsShow(
      world,
      `modport_verified_blobs ${keys.length}`,
      /^modport_verified_bytes \d{3,}$/m,
      'modport_verification_overdue_seconds 0',
    );
  });
});
