import { describe, expect, it, vi } from 'vitest';
import { runRescans } from '../../../src/modules/storage/index.js';
import { StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { JOBS } from '../../../src/registry/jobs.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { newId } from '../../../src/request/ids.js';
import { writeZip } from '../../archives/zip-writer.js';
import { versionOf } from '../../platform/scanner/fake-clamd.js';
import { newGame } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { runJob } from '../catalog/stored-mod.js';
import { archive, useUnsafeBytes } from './unsafe-bytes.js';

const scene = useUnsafeBytes();
const { world } = scene;

describe('a rescan without a finding', () => {
  it('a rescan with an unknown verdict keeps the file available and stores the verdict', async () => {
    const { artifactId, sha256 } = await scene.publish(archive('not told'));
    scene.clamd.script.verdict = () => 'stream: Heuristics.Limits.Exceeded FOUND';
    await scene.rescan(sha256);
    expect(await scene.scansOf(sha256)).toEqual([
      'rescan unknown antivirus_unknown',
      'upload clean',
    ]);
    expect([await scene.stateOf(sha256), await scene.resolve(artifactId)]).toEqual([
      'sealed',
      'resolved',
    ]);
  });

  it("a rescan applies the content rules of the file's game, like its upload", async () => {
    await newGame(world, 'foundry-vtt');
    const script = { name: 'module.js', content: 'export const plain = 1;' };
    const manifest = { name: 'module.json', content: '{"esmodules":["module.js"]}' };
    const { sha256 } = await scene.publishByRequest(
      new Uint8Array(writeZip([script, manifest])),
      'foundry-vtt',
    );
    await scene.rescan(sha256);
    expect(await scene.scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });

  it('a rescan of unsafe bytes whose object was collected has no effect', async () => {
    const { storage, db, clock } = world.platform;
    const { sha256 } = await scene.publish(archive('collected as unsafe'));
    await storage.remove(`blobs/${sha256}`);
    const collected = { state: 'unsafe', removedAt: clock.now() } as const;
    await db.blob.update({ where: { sha256 }, data: collected });
    await scene.rescan(sha256);
    expect(await scene.scansOf(sha256)).toEqual(['upload clean']);
    const { rescanAfter } = await db.blob.findUniqueOrThrow({ where: { sha256 } });
    expect(rescanAfter).toBeNull();
  });

  it('a rescan ends before its next blob when a run of an earlier job starts', async () => {
    const { db, clock, storage } = world.platform;
    for (const text of ['in two runs 1', 'in two runs 2']) await scene.publish(archive(text));
    world.clock.advance(1);
    const order = { requestedById: crypto.randomUUID(), createdAt: clock.now() };
    await db.rescanOrder.create({ data: order });
    const [earlier, later] = [newId(), newId()];
    const leaseUntil = new Date(clock.now().getTime() + 60_000);
    const job = { kind: 'rescan-blobs', payload: {}, state: 'processing', maxAttempts: 1 } as const;
    const scanned: string[] = [];
    const read = storage.readTransient.bind(storage);
    const store = vi.spyOn(storage, 'readTransient').mockImplementation(async (key, range) => {
      if (scanned.length === 0) await db.job.create({ data: { ...job, id: earlier, leaseUntil } });
      if (!scanned.includes(key)) scanned.push(key);
      return read(key, range);
    });
    const ctx = createSystemContext(world.platform, 'test');
    const { signal } = new AbortController();
    await runRescans(ctx, { jobId: later, signal });
    expect(scanned).toHaveLength(1);
    await runRescans(ctx, { jobId: earlier, signal });
    expect(scanned.length).toBeGreaterThan(1);
    store.mockRestore();
    await db.job.delete({ where: { id: earlier } });
  });

  it('a rescan that is ordered while an earlier job ends happens after that job failed', async () => {
    const { sha256 } = await scene.publish(archive('ordered at the end'));
    const { db, clock } = world.platform;
    const leaseUntil = new Date(clock.now().getTime() + 3_600_000);
    const job = { kind: 'rescan-blobs', payload: {}, state: 'processing', maxAttempts: 1 } as const;
    const { id } = await db.job.create({ data: { ...job, leaseUntil } });
    await scene.rescan(sha256);
    expect(await scene.scansOf(sha256)).toEqual(['upload clean']);
    await db.job.update({ where: { id }, data: { state: 'failed', leaseUntil: null } });
    world.clock.advance(60);
    await world.settled();
    expect(await scene.scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });

  longTest('a rescan continues after a blob whose object is missing', async () => {
    const gone = await scene.publish(archive('removed from the store'));
    const late = await scene.publish(archive('behind it'));
    await world.platform.storage.remove(`blobs/${gone.sha256}`);
    scene.finds('behind it');
    await scene.rescan();
    expect((await scene.scansOf(gone.sha256))[0]).toBe('rescan unknown object_missing');
    expect(await scene.stateOf(late.sha256)).toBe('unsafe');
  });

  longTest('a rescan continues after a blob that breaks the antivirus connection', async () => {
    const deadly = await scene.publish(archive('deadly'));
    const late = await scene.publish(archive('after it'));
    scene.clamd.script.verdict = (content) => {
      if (content.includes('deadly')) return 'hang up';
      return content.includes('after it') ? 'stream: Java.Late FOUND' : 'stream: OK';
    };
    await scene.rescan();
    expect((await scene.scansOf(deadly.sha256))[0]).toBe('rescan unknown scan_failed');
    expect([await scene.stateOf(deadly.sha256), await scene.stateOf(late.sha256)]).toEqual([
      'sealed',
      'unsafe',
    ]);
  });

  longTest(
    'a rescan that the store interrupted is retried and then finds the infection',
    async () => {
      const { storage } = world.platform;
      const broken = await scene.publish(archive('too late 1'));
      const away = await scene.publish(archive('too late 2'));
      const late = await scene.publish(archive('too late 3'));
      const troubles = new Map<string, Error>([
        [`blobs/${broken.sha256}`, new Error('the disk gives no more')],
        [`blobs/${away.sha256}`, new StoreUnavailable('not now')],
      ]);
      const read = storage.readTransient.bind(storage);
      const store = vi.spyOn(storage, 'readTransient').mockImplementation(async (key, range) => {
        const trouble = troubles.get(key);
        if (trouble) throw trouble;
        return read(key, range);
      });
      scene.finds('too late');
      const scans = async () => [
        await scene.scansOf(broken.sha256),
        await scene.scansOf(away.sha256),
      ];
      await scene.rescan();
      expect(await scans()).toEqual([
        ['rescan unknown scan_failed', 'upload clean'],
        ['upload clean'],
      ]);
      expect([await scene.resolve(broken.artifactId), await scene.stateOf(late.sha256)]).toEqual([
        'resolved',
        'unsafe',
      ]);
      await world.settled();
      expect(await scene.scansOf(broken.sha256)).toHaveLength(2);
      store.mockRestore();
      world.clock.advance(LIMITS.rescanRetrySeconds + 60);
      await world.settled();
      expect([await scene.stateOf(broken.sha256), await scene.stateOf(away.sha256)]).toEqual([
        'unsafe',
        'unsafe',
      ]);
    },
  );

  longTest(
    'a rescan backs off for unreadable bytes, except for a rescan that an admin requests',
    async () => {
      const { sha256 } = await scene.publish(archive('never read'));
      await world.platform.storage.remove(`blobs/${sha256}`);
      const tried = async () => (await scene.scansOf(sha256)).length - 1;
      await scene.rescan(sha256);
      expect(await tried()).toBe(1);
      const later = async (seconds: number) => {
        world.clock.advance(seconds);
        await world.settled();
        return tried();
      };
      expect(await later(LIMITS.rescanRetrySeconds + 60)).toBe(2);
      expect(await later(LIMITS.rescanRetrySeconds)).toBe(2);
      await scene.rescan(sha256);
      expect(await tried()).toBe(3);
    },
  );

  longTest(
    'a rescan stores no verdict while the store is down, and continues when the store is up',
    async () => {
      const { storage } = world.platform;
      const { sha256 } = await scene.publish(archive('the store is away'));
      const head = vi.spyOn(storage, 'head').mockRejectedValue(new StoreUnavailable('away'));
      const ping = vi.spyOn(storage, 'ping').mockRejectedValue(new StoreUnavailable('away'));
      await scene.rescan(sha256);
      const row = await world.platform.db.blob.findUnique({ where: { sha256 } });
      expect([await scene.scansOf(sha256), row?.rescanFailures]).toEqual([['upload clean'], 0]);
      head.mockRestore();
      ping.mockRestore();
      world.clock.advance(JOBS['rescan-blobs'].backoffSeconds);
      await world.settled();
      expect(await scene.scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
    },
  );

  it('a rescan waits for current signatures and decides nothing meanwhile', async () => {
    const { sha256 } = await scene.publish(archive('waits'));
    scene.clamd.script.version = 'ClamAV 1.4.6';
    world.clock.advance(LIMITS.clamdVersionSeconds);
    await scene.rescan(sha256);
    expect(await scene.scansOf(sha256)).toEqual(['upload clean']);
    scene.clamd.script.version = versionOf(world.clock.now());
    world.clock.advance(Math.max(LIMITS.clamdVersionSeconds, 60));
    await world.settled();
    expect(await scene.scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });
});

// The last block: it advances the clock by a week, so sweeps remove everything older.
describe('the scheduled rescan', () => {
  it('a scheduled rescan runs with new signatures if the last scan is a week old', async () => {
    const { sha256 } = await scene.publishByRequest(archive('by itself'));
    const byItself = async () => {
      scene.clamd.script.version = versionOf(world.clock.now()).replace('27001', '27002');
      await runJob(world, 'rescan-blobs');
      return scene.scansOf(sha256);
    };
    world.clock.advance(LIMITS.rescanIntervalSeconds - 60);
    expect(await byItself()).toEqual(['upload clean']);
    world.clock.advance(120);
    expect(await byItself()).toEqual(['rescan clean', 'upload clean']);
    expect(await byItself()).toEqual(['rescan clean', 'upload clean']);
  });
});
