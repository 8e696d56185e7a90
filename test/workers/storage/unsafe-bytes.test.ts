import { describe, expect, it } from 'vitest';
import { recordFinding } from '../../../src/modules/storage/safety/unsafe-blob.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Json } from '../../actors.js';
import { meanwhile } from '../../locks.js';
import { noise } from '../../platform/scanner/contract.js';
import { sha256Of } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { archive, useUnsafeBytes } from './unsafe-bytes.js';

const scene = useUnsafeBytes();
const { world } = scene;

const latestOf = async (modId: string) =>
  (await world.anon.get(`/mods/${modId}`)).body.data.latest_release?.version ?? null;

describe('a published file that a rescan finds infected', () => {
  longTest(
    'an upload session shows the failure av_scan_rejected after its file was found unsafe',
    async () => {
      const out = await scene.publishByRequest(archive('told late'));
      const upload = async () =>
        (await scene.people.alice.get(`/uploads/${out.uploadId}`)).body.data;
      expect((await upload()).failure).toBeNull();
      await world.platform.db.artifact.update({
        where: { id: out.artifactId },
        data: { scanStatus: 'rejected' },
      });
      expect(await upload()).toMatchObject({
        lifecycleStatus: 'published',
        failure: { code: 'av_scan_rejected', state: 'scan_failed', retryable: false },
      });
      expect((await upload()).failure.detail).toContain('new version');
    },
  );

  it('all files of infected bytes return 404 to every caller at once, and their mod offers the previous version', async () => {
    const bytes = archive('found late');
    const { modId, versionId: beforeId } = await scene.publish(archive('harmless'));
    const one = await scene.publish(bytes, modId);
    const other = await scene.publish(bytes);
    const before = (await scene.people.alice.get(`/mods/${modId}/versions/${beforeId}`)).body.data
      .version;
    expect(await scene.resolve(one.artifactId)).toBe('resolved');
    const { db } = world.platform;
    scene.finds('found late');
    expect(await scene.rescan()).toEqual({ sha256: null });

    expect(await scene.resolve(one.artifactId)).toBe('404 file_not_found');
    expect(await scene.resolve(one.artifactId, scene.people.alice)).toBe('404 file_not_found');
    expect(await scene.resolve(other.artifactId)).toBe('404 file_not_found');
    const unknown = await world.anon.post(`/downloads/${beforeId}/resolve`);
    const unsafe = await world.anon.post(`/downloads/${one.artifactId}/resolve`);
    const shown = ({ body }: { body: Json }) => ({
      ...body,
      instance: '',
      request_id: '',
      trace_id: '',
    });
    expect(shown(unsafe)).toEqual(shown(unknown));

    expect(await latestOf(modId)).toBe(before);
    expect(await latestOf(other.modId)).toBeNull();
    const grants = await db.downloadGrant.findMany({ where: { artifactId: one.artifactId } });
    expect(grants.map(({ state }) => state)).toEqual(['revoked']);
    for (const { artifactId } of [one, other]) {
      const failed = await db.outboxEvent.findMany({
        where: { subjectId: artifactId, kind: 'file.failed' },
      });
      expect(failed).toMatchObject([
        { data: { artifact_id: artifactId, code: 'av_scan_rejected' } },
      ]);
      const lines = await db.auditEntry.count({
        where: { targetId: artifactId, action: 'file.failed' },
      });
      expect(lines).toBe(1);
    }
    const audit = await db.auditEntry.findMany({ where: { action: 'blob.condemned' } });
    expect(audit).toMatchObject([
      { data: { sha256: one.sha256, found: 'Java.Late', cause: 'rescan', files: 2 } },
    ]);
    expect(await scene.scansOf(one.sha256)).toEqual([
      'rescan infected Java.Late',
      'upload clean',
      'upload clean',
    ]);
  });

  longTest(
    'an upload of bytes that a rescan found infected fails, even if the antivirus finds them clean',
    async () => {
      const bytes = archive('comes again');
      const { sha256 } = await scene.publish(bytes);
      scene.finds('comes again');
      await scene.rescan(sha256);
      scene.clamd.script.verdict = () => 'stream: OK';
      expect(await scene.upload(bytes)).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'av_scan_rejected' },
      });
    },
  );

  it('an unsafe blob stays unsafe after a clean rescan until an admin clears it', async () => {
    const bytes = archive('a false alarm');
    const { artifactId, modId, sha256 } = await scene.publishByRequest(bytes);
    const version = await latestOf(modId);
    scene.finds('a false alarm');
    await scene.rescan(sha256);
    scene.clamd.script.verdict = () => 'stream: OK';
    await scene.rescan(sha256);
    expect(await scene.scansOf(sha256)).toEqual([
      'rescan clean',
      'rescan infected Java.Late',
      'upload clean',
    ]);
    expect([await scene.stateOf(sha256), await scene.resolve(artifactId)]).toEqual([
      'unsafe',
      '404 file_not_found',
    ]);

    expect(await scene.clear(sha256, scene.people.moderator)).toBe('forbidden');
    expect(await scene.clear(sha256)).toEqual({ state: 'sealed' });
    expect(await scene.clear(sha256)).toBe('invalid_state');
    expect(await scene.clear('0'.repeat(64))).toBe('not_found');
    expect(await scene.clear('no digest')).toBe('invalid_sha256');
    await world.settled();
    expect([await scene.resolve(artifactId), await latestOf(modId)]).toEqual(['resolved', version]);
    const { db } = world.platform;
    const cleared = await db.auditEntry.findFirst({ where: { action: 'blob.cleared' } });
    expect(cleared).toMatchObject({
      actorId: scene.people.root.userId,
      data: { sha256, note: 'looked at', found: ['Java.Late'], files: 1 },
    });
    const events = await db.outboxEvent.count({
      where: { subjectId: artifactId, kind: 'file.ready' },
    });
    expect(events).toBe(2);

    scene.finds('a false alarm');
    await scene.rescan(sha256);
    expect([await scene.stateOf(sha256), (await scene.scansOf(sha256))[0]]).toEqual([
      'sealed',
      'rescan infected Java.Late',
    ]);
    scene.clamd.script.verdict = () => 'stream: Another FOUND';
    await scene.rescan(sha256);
    expect(await scene.stateOf(sha256)).toBe('unsafe');
  });

  it('an upload that is found infected makes stored files of the same bytes unsafe, unless an admin cleared the finding', async () => {
    const bytes = archive('known by now');
    const { artifactId, sha256 } = await scene.publish(bytes);
    scene.finds('known by now');
    expect((await scene.upload(bytes)).failure).toMatchObject({ code: 'av_scan_rejected' });
    expect([await scene.stateOf(sha256), await scene.resolve(artifactId)]).toEqual([
      'unsafe',
      '404 file_not_found',
    ]);
    expect(await scene.scansOf(sha256)).toEqual(['upload infected Java.Late', 'upload clean']);
    const { db } = world.platform;
    const events = await db.outboxEvent.findMany({ where: { subjectId: artifactId } });
    expect(events.map(({ kind }) => kind)).toEqual(['file.failed']);
    const condemned = { action: 'blob.condemned', data: { path: ['sha256'], equals: sha256 } };
    expect(await db.auditEntry.findMany({ where: condemned })).toMatchObject([
      { data: { cause: 'upload', found: 'Java.Late', files: 1 } },
    ]);

    await scene.clear(sha256);
    expect((await scene.upload(bytes)).lifecycleStatus).toBe('ready');
    expect(await scene.stateOf(sha256)).toBe('sealed');
  });

  it('clearBlob waits for a scan that is being recorded, and clears its finding too', async () => {
    const { sha256 } = await scene.publish(archive('found twice'));
    scene.finds('found twice');
    await scene.rescan(sha256);
    const ctx = createSystemContext(world.platform, 'test');
    const scan = {
      cause: 'rescan',
      verdict: 'infected',
      found: 'Java.Later',
      reasons: [],
      engine: { name: 'builtin', signatures: '2' },
      scannedAt: world.clock.now(),
    } as const;
    const { result } = await meanwhile(
      world,
      (tx) => recordFinding(ctx, tx, sha256, scan),
      () => scene.clear(sha256),
    );
    expect(result).toEqual({ state: 'sealed' });
    const { clearedFinds } = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
    expect(clearedFinds.toSorted()).toEqual(['Java.Late', 'Java.Later']);
  });

  it('corrupt bytes that a rescan finds infected are unsafe until an admin clears them, and are then verified soon', async () => {
    const { db, clock } = world.platform;
    const { artifactId, sha256 } = await scene.publish(archive('corrupt and infected'));
    const retryAt = new Date(clock.now().getTime() + LIMITS.verifyRetrySeconds * 1000);
    const data = { state: 'corrupt', verifyDueAt: retryAt } as const;
    await db.blob.update({ where: { sha256 }, data });
    scene.finds('corrupt and infected');
    await scene.rescan(sha256);
    expect(await scene.stateOf(sha256)).toBe('unsafe');
    const { scanStatus } = await db.artifact.findUniqueOrThrow({ where: { id: artifactId } });
    expect(scanStatus).toBe('rejected');
    world.clock.advance(1);
    expect(await scene.clear(sha256)).toEqual({ state: 'sealed' });
    const { verifyDueAt } = await db.blob.findUniqueOrThrow({ where: { sha256 } });
    expect(verifyDueAt.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  });

  longTest('a cleared blob becomes unsafe again for any finding that was not cleared', async () => {
    const blocked = noise(4_000, 11);
    const bytes = archive(Buffer.from('first harmless'), Buffer.from('second bad'), blocked);
    const { sha256 } = await scene.publish(bytes);
    scene.finds('first harmless');
    await scene.rescan(sha256);
    await scene.clear(sha256);
    world.clock.advance(1);
    const entry = { sha256: sha256Of(blocked), sizeBytes: 4_000, name: 'Third' };
    await scene.block(entry);
    scene.clamd.script.verdict = (content) => {
      if (content.length < 100 && content.includes('first harmless'))
        return 'stream: Java.Late FOUND';
      return content.equals(blocked) ? 'stream: Of.Engine FOUND' : 'stream: OK';
    };
    await scene.rescan(sha256);
    expect(await scene.stateOf(sha256)).toBe('unsafe');
    const scan = await world.platform.db.blobScan.findFirst({
      where: { blob: { sha256 } },
      orderBy: { scannedAt: 'desc' },
    });
    expect([scan?.found, scan?.alsoFound]).toEqual(['Java.Late', ['Blocked.Third', 'Of.Engine']]);

    // The scan lists all three findings, so clearing covers all three.
    expect(await scene.clear(sha256)).toEqual({ state: 'sealed' });
    await scene.rescan(sha256);
    expect(await scene.stateOf(sha256)).toBe('sealed');
    scene.clamd.script.verdict = (content) =>
      content.includes('second bad') && content.length < 100
        ? 'stream: Fourth FOUND'
        : 'stream: OK';
    await scene.rescan(sha256);
    expect(await scene.stateOf(sha256)).toBe('unsafe');
  });

  longTest(
    'an upload of cleared bytes passes with the cleared finding and fails with a new one',
    async () => {
      const bytes = archive('harmless after all');
      const { sha256 } = await scene.publish(bytes);
      scene.finds('harmless after all');
      await scene.rescan(sha256);
      expect((await scene.upload(bytes)).lifecycleStatus).toBe('failed');
      await scene.clear(sha256);
      const passed = await scene.upload(bytes);
      expect(passed.lifecycleStatus).toBe('ready');
      expect((await scene.scansOf(sha256))[0]).toBe('upload infected Java.Late');
      const row = await world.platform.db.uploadSession.findUniqueOrThrow({
        where: { id: passed.upload_id },
      });
      expect(row.inspection).toMatchObject({ outcome: { kind: 'clean', cleared: ['Java.Late'] } });
      scene.clamd.script.verdict = (content) =>
        content.includes('harmless after all') ? 'stream: Another FOUND' : 'stream: OK';
      expect(await scene.upload(bytes)).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'av_scan_rejected' },
      });
    },
  );
});
