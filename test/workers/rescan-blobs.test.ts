import { describe, expect, it, vi } from 'vitest';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import { StoreUnavailable } from '../../src/platform/storage/storage.port.js';
import { JOBS } from '../../src/registry/jobs.js';
import { LIMITS } from '../../src/registry/limits.js';
import { writeZip } from '../archives/zip-writer.js';
import { versionOf } from '../platform/scanner/fake-clamd.js';
import { newGame } from '../publishing.js';
import { archive, useUnsafeBytes } from './unsafe-bytes.js';

const { world, clamd, finds, rescan, scansOf, stateOf, resolve, publish, publishByRequest } =
  useUnsafeBytes();

describe('a rescan without a finding', () => {
  it('a rescan with an unknown verdict keeps the file available and stores the verdict', async () => {
    const { artifactId, sha256 } = await publish(archive('not told'));
    clamd.script.verdict = () => 'stream: Heuristics.Limits.Exceeded FOUND';
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual(['rescan unknown antivirus_unknown', 'upload clean']);
    expect([await stateOf(sha256), await resolve(artifactId)]).toEqual(['sealed', 'resolved']);
  });

  it("a rescan applies the content rules of the file's game, like its upload", async () => {
    await newGame(world, 'foundry-vtt');
    const script = { name: 'module.js', content: 'export const plain = 1;' };
    const manifest = { name: 'module.json', content: '{"esmodules":["module.js"]}' };
    const { sha256 } = await publishByRequest(
      new Uint8Array(writeZip([script, manifest])),
      'foundry-vtt',
    );
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });

  it('a rescan continues after a blob whose object is missing', async () => {
    const gone = await publish(archive('removed from the store'));
    const late = await publish(archive('behind it'));
    await world.platform.storage.remove(`blobs/${gone.sha256}`);
    finds('behind it');
    await rescan();
    expect((await scansOf(gone.sha256))[0]).toBe('rescan unknown object_missing');
    expect(await stateOf(late.sha256)).toBe('unsafe');
  });

  it('a rescan continues after a blob that breaks the antivirus connection', async () => {
    const deadly = await publish(archive('deadly'));
    const late = await publish(archive('after it'));
    clamd.script.verdict = (content) => {
      if (content.includes('deadly')) return 'hang up';
      return content.includes('after it') ? 'stream: Java.Late FOUND' : 'stream: OK';
    };
    await rescan();
    expect((await scansOf(deadly.sha256))[0]).toBe('rescan unknown scan_failed');
    expect([await stateOf(deadly.sha256), await stateOf(late.sha256)]).toEqual([
      'sealed',
      'unsafe',
    ]);
  });

  it('a rescan that the store interrupted is retried and then finds the infection', async () => {
    const { storage } = world.platform;
    const broken = await publish(archive('too late 1'));
    const away = await publish(archive('too late 2'));
    const late = await publish(archive('too late 3'));
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
    finds('too late');
    const scans = async () => [await scansOf(broken.sha256), await scansOf(away.sha256)];
    await rescan();
    expect(await scans()).toEqual([
      ['rescan unknown scan_failed', 'upload clean'],
      ['upload clean'],
    ]);
    expect([await resolve(broken.artifactId), await stateOf(late.sha256)]).toEqual([
      'resolved',
      'unsafe',
    ]);
    await world.settled();
    expect(await scansOf(broken.sha256)).toHaveLength(2);
    store.mockRestore();
    world.clock.advance(LIMITS.rescanRetrySeconds + 60);
    await world.settled();
    expect([await stateOf(broken.sha256), await stateOf(away.sha256)]).toEqual([
      'unsafe',
      'unsafe',
    ]);
  });

  it('a rescan backs off for unreadable bytes, except for a rescan that an admin requests', async () => {
    const { sha256 } = await publish(archive('never read'));
    await world.platform.storage.remove(`blobs/${sha256}`);
    const tried = async () => (await scansOf(sha256)).length - 1;
    await rescan(sha256);
    expect(await tried()).toBe(1);
    const later = async (seconds: number) => {
      world.clock.advance(seconds);
      await world.settled();
      return tried();
    };
    expect(await later(LIMITS.rescanRetrySeconds + 60)).toBe(2);
    expect(await later(LIMITS.rescanRetrySeconds)).toBe(2);
    await rescan(sha256);
    expect(await tried()).toBe(3);
  });

  it('a rescan stores no verdict while the store is down, and continues when the store is up', async () => {
    const { storage } = world.platform;
    const { sha256 } = await publish(archive('the store is away'));
    const head = vi.spyOn(storage, 'head').mockRejectedValue(new StoreUnavailable('away'));
    const ping = vi.spyOn(storage, 'ping').mockRejectedValue(new StoreUnavailable('away'));
    await rescan(sha256);
    const row = await world.platform.db.blob.findUnique({ where: { sha256 } });
    expect([await scansOf(sha256), row?.rescanFailures]).toEqual([['upload clean'], 0]);
    head.mockRestore();
    ping.mockRestore();
    world.clock.advance(JOBS['rescan-blobs'].backoffSeconds);
    await world.settled();
    expect(await scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });

  it('a rescan waits for current signatures and decides nothing meanwhile', async () => {
    const { sha256 } = await publish(archive('waits'));
    clamd.script.version = 'ClamAV 1.4.6';
    world.clock.advance(LIMITS.clamdVersionSeconds);
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual(['upload clean']);
    clamd.script.version = versionOf(world.clock.now());
    world.clock.advance(Math.max(LIMITS.clamdVersionSeconds, 60));
    await world.settled();
    expect(await scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });
});

// The last block: it advances the clock by a week, so sweeps remove everything older.
describe('the scheduled rescan', () => {
  it('a scheduled rescan runs with new signatures if the last scan is a week old', async () => {
    const { sha256 } = await publishByRequest(archive('by itself'));
    const byItself = async () => {
      clamd.script.version = versionOf(world.clock.now()).replace('27001', '27002');
      await enqueue(world.platform.db, { kind: 'rescan-blobs', payload: {} });
      await world.settled();
      return scansOf(sha256);
    };
    world.clock.advance(LIMITS.rescanIntervalSeconds - 60);
    expect(await byItself()).toEqual(['upload clean']);
    world.clock.advance(120);
    expect(await byItself()).toEqual(['rescan clean', 'upload clean']);
    expect(await byItself()).toEqual(['rescan clean', 'upload clean']);
  });
});
