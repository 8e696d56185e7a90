import { describe, expect, it, vi } from 'vitest';
import { blobKeyOf, mirrorBlob } from '../../../src/modules/storage/index.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { eventually } from '../../eventually.js';
import { metricsShow } from '../../metrics.js';
import { sha256Of } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { bytesOf, inTwo, said, useMirror } from './mirrored-files.js';

const DAY_SECONDS = 24 * 60 * 60;

describe('copies in the mirror (Spec 2.5)', () => {
  const scene = useMirror();
  const { world } = scene;
  const { signal } = new AbortController();

  it('a ready file is copied to the mirror byte for byte and offered as a fallback', async () => {
    const bytes = bytesOf('offered');
    const sha256 = sha256Of(bytes);
    const { artifactId } = await scene.upload(bytes, 'published');
    expect(await scene.held(sha256)).toBe(sha256Of(bytes));
    expect(await scene.isMirrored(sha256)).toBe(true);
    const { body } = await world.anon.post(`/downloads/${artifactId}/resolve`);
    expect(body.data.fallback).toEqual({
      available: true,
      endpoint: `/downloads/${artifactId}/fallback`,
      url: null,
    });
    expect(body.data.requires_head_before_range).toBe(false);
    expect(body.data.representation.provider).toBe('primary');
  });

  it('a file whose copy failed is not offered as a fallback until a retry succeeds', async () => {
    const refused = vi
      .spyOn(scene.mirror(), 'put')
      .mockRejectedValueOnce(new StoreUnavailable('away'));
    const { sha256, artifactId } = await scene.publish('away');
    expect(refused).toHaveBeenCalledOnce();
    expect([await scene.isMirrored(sha256), await scene.available(artifactId)]).toEqual([
      false,
      false,
    ]);
    world.clock.advance(3600);
    await world.settled();
    expect([await scene.isMirrored(sha256), await scene.available(artifactId)]).toEqual([
      true,
      true,
    ]);
  });

  it('a copy that the mirror stored wrongly is removed and made again before it is offered', async () => {
    const original = scene.mirror().put;
    vi.spyOn(scene.mirror(), 'put').mockImplementationOnce(async (key, body, type) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(new Uint8Array(chunk));
      const wrong = new Uint8Array(Buffer.concat(chunks)).fill(7, -1);
      return original(key, inTwo(wrong), type);
    });
    const { sha256, artifactId } = await scene.publish('kept wrongly');
    expect([await scene.held(sha256), await scene.available(artifactId)]).toEqual([null, false]);
    world.clock.advance(3600);
    await world.settled();
    expect([await scene.held(sha256), await scene.available(artifactId)]).toEqual([sha256, true]);
  });

  it.each(
    everyNth(
      [
        ['changed', (bytes: Uint8Array) => bytes.slice().fill(7, -1)],
        ['cut short', (bytes: Uint8Array) => bytes.slice(0, -1)],
        ['lengthened', (bytes: Uint8Array) => Buffer.concat([bytes, bytes])],
        ['lost', () => null],
      ],
      2,
    ),
  )(
    'mirror-blob never copies bytes that the primary store has %s, and logs an error',
    async (how, spoil) => {
      const { storage } = world.platform;
      const file = await scene.publish(`spoiled, ${how}`);
      const { sha256, bytes } = file;
      await scene.forget(file);
      await storage.remove(blobKeyOf(sha256));
      const spoiled = spoil(bytes);
      if (spoiled) await scene.put(storage, sha256, spoiled);
      await scene.run('sweep-mirror');
      expect(await scene.copyOf(sha256)).toEqual([null, false]);
      expect(said).toEqual(['the first store lost bytes; they are not mirrored']);
      await metricsShow(world, 'modport_mirror_blobs{state="faulty"} 1');
      // The next sweep skips it. After its repair, it is copied.
      await scene.run('sweep-mirror');
      expect(said).toHaveLength(1);
      await storage.remove(blobKeyOf(sha256));
      await scene.put(storage, sha256, bytes);
      world.clock.advance(LIMITS.mirrorFaultSeconds);
      await scene.run('sweep-mirror');
      expect(await scene.held(sha256)).toBe(sha256);
      expect((await scene.rowOf(sha256)).mirrorFaultAt).toBeNull();
    },
  );

  longTest(
    'a copy left by a killed run is kept if it is intact and replaced otherwise',
    async () => {
      const [whole, wrong] = [await scene.publish('left whole'), await scene.publish('left wrong')];
      for (const file of [whole, wrong]) {
        await scene.forget(file);
        const run = { mirrorRun: crypto.randomUUID() };
        await world.platform.db.blob.update({ where: { id: file.blobId }, data: run });
      }
      await scene.put(scene.mirror(), whole.sha256, whole.bytes);
      await scene.put(scene.mirror(), wrong.sha256, wrong.bytes.slice().fill(0));
      const written = vi.spyOn(scene.mirror(), 'put');
      await scene.run('sweep-mirror');
      world.clock.advance(3600);
      await world.settled();
      expect(written).toHaveBeenCalledOnce();
      for (const { sha256 } of [whole, wrong]) {
        expect(await scene.copyOf(sha256)).toEqual([sha256, true]);
      }
    },
  );

  it('a mirror-blob run that lost its lease does not damage the copy of the next run', async () => {
    const file = await scene.publish('two runs');
    await scene.forget(file);
    const original = scene.mirror().put;
    vi.spyOn(scene.mirror(), 'put').mockImplementationOnce(async (...args) => {
      // The next run starts and ends before this run has written anything.
      await mirrorBlob(scene.ctx(), file.blobId, signal);
      expect(await scene.isMirrored(file.sha256)).toBe(true);
      return original(...args);
    });
    await mirrorBlob(scene.ctx(), file.blobId, signal);
    expect(await scene.held(file.sha256)).toBe(file.sha256);
    expect(await scene.isMirrored(file.sha256)).toBe(true);
    await scene.forget(file);
    vi.spyOn(scene.mirror(), 'readTransient').mockImplementationOnce(async () => {
      // This run reads wrong bytes, and the next run repairs them before this run acts.
      await mirrorBlob(scene.ctx(), file.blobId, signal);
      return inTwo(file.bytes.slice().fill(0));
    });
    await expect(mirrorBlob(scene.ctx(), file.blobId, signal)).rejects.toThrow('other bytes');
    expect(await scene.copyOf(file.sha256)).toEqual([file.sha256, true]);
    const aborted = AbortSignal.abort();
    await scene.forget(file);
    await expect(mirrorBlob(scene.ctx(), file.blobId, aborted)).rejects.toThrow();
    expect(await scene.held(file.sha256)).toBeNull();
    await mirrorBlob(scene.ctx(), file.blobId, signal);
    expect(await scene.held(file.sha256)).toBe(file.sha256);
  });

  longTest(
    'sweep-mirror copies files from before the mirror and copies that the mirror lost',
    async () => {
      const [before, lost, replaced] = [
        await scene.publish('before the mirror'),
        await scene.publish('lost by it'),
        await scene.publish('replaced in it'),
      ];
      await scene.forget(before);
      await scene.mirror().remove(blobKeyOf(lost.sha256));
      await scene.mirror().remove(blobKeyOf(replaced.sha256));
      await scene.put(scene.mirror(), replaced.sha256, replaced.bytes.slice().fill(0));
      await scene.run('sweep-mirror');
      world.clock.advance(3600);
      await world.settled();
      for (const { sha256 } of [before, lost, replaced]) {
        expect(await scene.copyOf(sha256)).toEqual([sha256, true]);
      }
    },
  );

  longTest(
    'the copy of condemned bytes is removed, even if the mirror fails at first',
    async () => {
      const root = await world.creator('root');
      await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
      const { sha256, blobId } = await scene.publish('condemned');
      const away = vi
        .spyOn(scene.mirror(), 'remove')
        .mockRejectedValueOnce(new StoreUnavailable('away'));
      const admin = await root.withToken({ scopes: 'admin:*' });
      const input = { sha256, name: 'Bad' };
      await world.platform.db.credential.updateMany({
        where: { userId: root.userId },
        data: { aal2At: world.clock.now() },
      });
      const blocked = await admin.graphql(
        'mutation ($input: BlockHashInput!) { blockHash(input: $input) { id } }',
        { input },
      );
      expect(blocked.body.errors).toBeUndefined();
      await world.settled();
      expect(away).toHaveBeenCalledOnce();
      expect(await scene.rowOf(sha256)).toMatchObject({ state: 'unsafe', mirroredAt: null });
      expect(await scene.held(sha256)).toBe(sha256);
      // The removal happens although its job failed for good.
      await world.platform.db.job.updateMany({
        where: { kind: 'mirror-blob', state: 'queued' },
        data: { state: 'failed' },
      });
      world.clock.advance(LIMITS.removalSeconds + LIMITS.removalGraceSeconds);
      await scene.run('sweep-mirror');
      expect(await scene.held(sha256)).toBeNull();
      expect(await scene.rowOf(sha256)).toMatchObject({ id: blobId, mirrorRun: null });
      expect(await world.platform.db.objectRemoval.count()).toBe(0);
    },
  );

  longTest(
    'the copy of unused bytes is removed when they are marked, and made again by a new upload',
    async () => {
      const bytes = bytesOf('deleted for good');
      const sha256 = sha256Of(bytes);
      const { artifactId } = await scene.upload(bytes);
      expect(await scene.held(sha256)).toBe(sha256);
      await world.platform.db.artifact.update({
        where: { id: artifactId },
        data: { state: 'deleted' },
      });
      await scene.run('collect-blobs');
      expect(await scene.held(sha256)).toBe(sha256);
      world.clock.advance(DAY_SECONDS);
      await scene.run('collect-blobs');
      expect((await scene.rowOf(sha256)).state).toBe('deleted');
      expect([await scene.held(sha256), (await scene.rowOf(sha256)).mirrorRun]).toEqual([
        null,
        null,
      ]);
      await scene.upload(bytes);
      expect(await scene.copyOf(sha256)).toEqual([sha256, true]);
    },
  );

  longTest('a mirror object without a row is removed after three days', async () => {
    const orphan = bytesOf('ended after its blob had gone');
    const sha256 = sha256Of(orphan);
    const kept = await scene.publish('kept');
    await scene.put(scene.mirror(), sha256, orphan);
    world.clock.advance(2 * DAY_SECONDS);
    await scene.run('collect-blobs');
    expect(await scene.held(sha256)).toBe(sha256);
    world.clock.advance(DAY_SECONDS);
    await scene.run('collect-blobs');
    expect(await scene.held(sha256)).toBeNull();
    expect(await scene.held(kept.sha256)).toBe(kept.sha256);
  });

  longTest('mirror-blob waits without losing an attempt while the mirror is down', async () => {
    const file = await scene.publish('put off');
    await scene.forget(file);
    const { mirror: second, db } = world.platform;
    const ping = vi.spyOn(scene.mirror(), 'ping').mockRejectedValue(new StoreUnavailable('away'));
    for (let failures = 0; failures < LIMITS.storeDownAfter; failures += 1) await second?.check();
    const payload = { blobId: file.blobId };
    await enqueue(db, { kind: 'mirror-blob', payload, dedupeKey: file.blobId });
    await world.settled();
    const job = await db.job.findFirst({ where: { kind: 'mirror-blob', state: 'queued' } });
    expect(job).toMatchObject({ attempts: 0 });
    await eventually(async () => {
      const ready = await fetch(`${world.baseUrl}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([
        503,
        { parts: { mirror: 'down', storage: 'up' } },
      ]);
    });
    ping.mockRestore();
    for (let answers = 0; answers < LIMITS.storeUpAfter; answers += 1) await second?.check();
    world.clock.advance(LIMITS.mirrorAwaySeconds);
    await world.settled();
    expect(await scene.isMirrored(file.sha256)).toBe(true);
  });

  it('a signed URL of one store is valid only at that store', async () => {
    const { sha256 } = await scene.publish('signed apart');
    const until = new Date(world.clock.now().getTime() + 60_000);
    const { storage } = world.platform;
    const [one, two] = await Promise.all(
      [storage, scene.mirror()].map((store) => store.signGet(blobKeyOf(sha256), {}, until)),
    );
    const [first, second] = [String(one?.url), String(two?.url)];
    expect(new URL(first).pathname).toMatch(/^\/storage\//);
    expect(new URL(second).pathname).toMatch(/^\/mirror\//);
    for (const url of [first, second]) expect((await fetch(url)).status).toBe(200);
    const swapped = [
      first.replace('/storage/', '/mirror/'),
      second.replace('/mirror/', '/storage/'),
    ];
    for (const url of swapped) expect((await fetch(url)).status).toBe(403);
  });
});
