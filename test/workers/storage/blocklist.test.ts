import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { writeZip } from '../../archives/zip-writer.js';
import { graphqlList, walkThrough } from '../../lists.js';
import { untilSomebodyWaits } from '../../locks.js';
import { noise } from '../../platform/scanner/contract.js';
import { sha256Of } from '../../publishing.js';
import { inLongTests, longTest } from '../../rounds.js';
import { runJob } from '../catalog/stored-mod.js';
import { archive, useUnsafeBytes } from './unsafe-bytes.js';

const scene = useUnsafeBytes();
const { world } = scene;

describe('the blocklist', () => {
  longTest('the blocklist refuses an upload whose digest is listed without a size', async () => {
    const bytes = archive('unwanted as a whole');
    const entry = { sha256: sha256Of(bytes).toUpperCase(), name: 'Unwanted', note: ' why ' };
    expect(await scene.block(entry)).toMatchObject({
      sha256: sha256Of(bytes),
      sizeBytes: null,
      name: 'Unwanted',
      note: 'why',
      createdById: scene.people.root.userId,
      removedAt: null,
    });
    expect(await scene.upload(bytes)).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'av_scan_rejected' },
    });
  });

  it('the blocklist refuses an archive that contains a listed file if the entry has a size', async () => {
    const file = noise(5_000, 7);
    const sha256 = sha256Of(file);
    const { id } = await scene.block({ sha256, name: 'Unsized' });
    expect((await scene.upload(archive('a', file, 'one'))).lifecycleStatus).toBe('ready');
    await scene.ask(`mutation { unblockHash(id: "${id}") { id } }`);
    await scene.block({ sha256, sizeBytes: 5_000, name: 'Sized' });
    const data = await scene.upload(archive('a', file, 'two'));
    expect(data.failure).toMatchObject({ code: 'av_scan_rejected' });
    const row = await world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id: data.upload_id },
    });
    expect(row.failureDetail).toMatch(/^signature Blocked\.Sized in "\d.txt"$/);
  });

  it('a blocklist entry makes stored bytes unsafe at once, and archives that contain them with the next rescan', async () => {
    const file = noise(6_000, 8);
    const whole = await scene.publish(archive('stored as a whole'));
    const holding = await scene.publish(archive('stored within', file));
    await scene.block({ sha256: whole.sha256, name: 'Stored' });
    expect(await scene.resolve(whole.artifactId)).toBe('404 file_not_found');
    expect(await scene.scansOf(whole.sha256)).toEqual([
      'blocklist infected Blocked.Stored',
      'upload clean',
    ]);
    expect(await scene.clear(whole.sha256)).toBe('invalid_state');
    world.clock.advance(1);
    await scene.block({ sha256: sha256Of(file), sizeBytes: 6_000, name: 'Within' });
    expect(await scene.resolve(holding.artifactId)).toBe('resolved');
    world.clock.advance(1);
    await runJob(world, 'rescan-blobs');
    expect(await scene.resolve(holding.artifactId)).toBe('404 file_not_found');
    expect((await scene.scansOf(holding.sha256))[0]).toBe('rescan infected Blocked.Within');
  });

  it('a rescan finds a blocked file in an archive whose scan began before the commit of the entry', async () => {
    const { db } = world.platform;
    const file = noise(7_000, 9);
    const { sha256, artifactId } = await scene.publish(archive('scanned meanwhile', file));
    const entry = { sha256: sha256Of(file), sizeBytes: 7_000, name: 'Meanwhile' };
    const { id } = await scene.block(entry);
    const { createdAt } = await db.blockedHash.findUniqueOrThrow({ where: { id } });
    // Such a scan has read the blocklist without the entry, and has a later time.
    const scannedAt = new Date(createdAt.getTime() + 1_000);
    const scanSignatures = 'blocklist-without-it';
    await db.blob.update({ where: { sha256 }, data: { scannedAt, scanSignatures } });
    world.clock.advance(2);
    await runJob(world, 'rescan-blobs');
    expect(await scene.resolve(artifactId)).toBe('404 file_not_found');
    expect(await scene.scansOf(sha256)).toEqual([
      'rescan infected Blocked.Meanwhile',
      'upload clean',
    ]);
  });

  it('the blocklist overrides an approval by a moderator', async () => {
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ blocked' }]));
    const data = await scene.upload(bytes);
    expect(data.lifecycleStatus).toBe('quarantined');
    await scene.block({ sha256: sha256Of(bytes), name: 'Tool' });
    const approve = `mutation { approveUpload(id: "${data.upload_id}") { id } }`;
    expect(await scene.ask(approve, {}, scene.people.moderator)).toBe('av_scan_rejected');
  });

  it('the blocklist is writable only by admins with a recent second factor, and keeps removed entries', async () => {
    const entry = { sha256: 'ab'.repeat(32), name: 'Kept' };
    const made = await scene.block(entry);
    expect(await scene.block(entry)).toEqual(made);
    expect(await scene.block({ ...entry, name: 'Other' })).toBe('invalid_state');
    expect(await scene.block({ ...entry, sha256: 'ab' })).toBe('invalid_sha256');
    for (const wrong of [{ name: 'a b' }, { name: 'x'.repeat(65) }, { sizeBytes: 0 }]) {
      expect(await scene.block({ ...entry, ...wrong })).toBe('invalid_input');
    }
    const remove = `mutation { unblockHash(id: "${made.id}") { removedById removedAt } }`;
    expect(await scene.ask(remove, {}, scene.people.moderator)).toBe('forbidden');
    expect(await scene.ask(remove)).toEqual({
      removedById: scene.people.root.userId,
      removedAt: expect.any(String),
    });
    expect(await scene.ask(remove)).toBe('not_found');
    const list = (filters: string) =>
      scene.ask(`{ listBlockedHashes(${filters}) { items { id } } }`).then(({ items }) => items);
    expect(await list(`sha256: "${entry.sha256}"`)).toEqual([]);
    expect(await list(`sha256: "${entry.sha256}", includeRemoved: true`)).toEqual([
      { id: made.id },
    ]);
    const ids = await walkThrough(
      graphqlList(scene.people.admin, 'listBlockedHashes', 'includeRemoved: true'),
      [2],
    );
    const rows = await world.platform.db.blockedHash.findMany({
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(ids).toEqual(rows.map(({ id }) => id));
    const later = await scene.people.root.withToken({ scopes: 'admin:*' });
    world.clock.advance(LIMITS.stepUpLifetimeSeconds + 1);
    for (const write of [remove, 'mutation { rescanBlobs { id } }']) {
      expect(await scene.ask(write, {}, later)).toBe('step_up_required');
    }
    expect(await scene.clear('0'.repeat(64), later)).toBe('step_up_required');
  });
});

inLongTests(() =>
  describe('bytes that become unsafe while an upload of them is being bound', () => {
    const programOf = (text: string) =>
      new Uint8Array(writeZip([{ name: 'tool.exe', content: `MZ ${text}` }]));
    const approve = (id: string) =>
      scene.ask(`mutation { approveUpload(id: "${id}") { id } }`, {}, scene.people.moderator);
    /** Runs the work after the next promotion, before a row refers to the bytes. */
    const afterPromotion = (work: () => Promise<unknown>) => {
      const { storage } = world.platform;
      const promote = storage.promote.bind(storage);
      return vi.spyOn(storage, 'promote').mockImplementationOnce(async (...keys) => {
        const head = await promote(...keys);
        await work();
        return head;
      });
    };
    /** Completes an upload and runs the work while its file is bound in an open transaction. */
    const whileBinding = async (id: string, work: () => Promise<unknown>) => {
      const { db } = world.platform;
      const { working } = await db.$transaction(
        async (tx) => {
          await tx.$executeRaw`lock table blob_bindings in share mode`;
          await scene.people.alice.post(`/uploads/${id}/complete`, {});
          await untilSomebodyWaits(db);
          const begun = work();
          await Promise.race([begun, untilSomebodyWaits(db, 2)]);
          return { working: begun };
        },
        { timeout: 20_000 },
      );
      await working;
      await world.settled();
      return (await scene.people.alice.get(`/uploads/${id}`)).body.data;
    };

    it('an upload fails if its bytes are blocked after the scan', async () => {
      const bytes = archive('blocked in between');
      const promoting = afterPromotion(() =>
        scene.block({ sha256: sha256Of(bytes), name: 'Between' }),
      );
      expect(await scene.upload(bytes)).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'av_scan_rejected' },
        job: { status: 'rejected' },
      });
      expect(promoting).toHaveBeenCalledOnce();
      expect(await scene.stateOf(sha256Of(bytes))).toBeUndefined();
    });

    it('an upload is rejected if its bytes are blocked while its file is bound', async () => {
      const bytes = archive('blocked at once');
      const sha256 = sha256Of(bytes);
      const data = await whileBinding(await scene.send(bytes), () =>
        scene.block({ sha256, name: 'AtOnce' }),
      );
      expect(await scene.stateOf(sha256)).toBe('unsafe');
      const { db } = world.platform;
      const file = await db.artifact.findUnique({ where: { id: data.artifact_id } });
      expect(file?.scanStatus).toBe('rejected');
    });

    it('an upload is rejected if a rescan finds its bytes infected while its file is bound', async () => {
      const bytes = archive('found meanwhile');
      const { sha256 } = await scene.publish(bytes);
      const data = await whileBinding(await scene.send(bytes), () => {
        scene.finds('found meanwhile');
        return scene.rescan(sha256);
      });
      const { db } = world.platform;
      const file = await db.artifact.findUnique({ where: { id: data.artifact_id } });
      expect([await scene.stateOf(sha256), file?.scanStatus]).toEqual(['unsafe', 'rejected']);
    });

    it('an approval fails if the bytes become unsafe meanwhile, and the upload stays under review', async () => {
      const blocked = await scene.upload(programOf('blocked meanwhile'));
      const sha256 = sha256Of(programOf('blocked meanwhile'));
      afterPromotion(() => scene.block({ sha256, name: 'Meanwhile' }));
      expect(await approve(blocked.upload_id)).toBe('av_scan_rejected');

      const bytes = programOf('condemned');
      const first = await scene.upload(bytes);
      const second = await scene.upload(bytes);
      expect(await approve(first.upload_id)).toEqual({ id: first.upload_id });
      const condemned = { where: { sha256: sha256Of(bytes) }, data: { state: 'unsafe' as const } };
      afterPromotion(() => world.platform.db.blob.update(condemned));
      expect(await approve(second.upload_id)).toBe('av_scan_rejected');
      const read = (await scene.people.alice.get(`/uploads/${second.upload_id}`)).body.data;
      expect(read).toMatchObject({ lifecycleStatus: 'quarantined', review: { state: 'pending' } });
    });

    it('a rescan finds stored bytes that a blocklist entry missed', async () => {
      const { sha256, artifactId } = await scene.publish(archive('missed'));
      const createdAt = world.clock.now();
      await world.platform.db.blockedHash.create({
        data: { sha256, name: 'Missed', createdById: scene.people.root.userId, createdAt },
      });
      await scene.rescan(sha256);
      expect((await scene.scansOf(sha256))[0]).toBe('rescan infected Blocked.Missed');
      expect(await scene.resolve(artifactId)).toBe('404 file_not_found');
    });
  }),
);
