import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { blobKeyOf, mirrorBlob } from '../../src/modules/storage/index.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { enqueue } from '../../src/platform/queue/enqueue.js';
import { type Storage, StoreUnavailable } from '../../src/platform/storage/storage.port.js';
import type { JobKind } from '../../src/registry/jobs.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { archiveOf, newGame, publishedVersion, readyVersion, sha256Of } from '../publishing.js';
import { coveredMod } from '../routes/lifecycle-mods.js';

const DAY_SECONDS = 24 * 60 * 60;
const said: string[] = [];
const log: Log = { ...silentLog, error: (_fields, text) => void said.push(String(text)) };

describe('copies in the second store (Spec 2.5)', () => {
  const world = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled', log });
  let alice: Creator;
  let modId: string;
  let root: Creator;

  beforeAll(async () => {
    await newGame(world, 'mirror');
    alice = await world.creator('alice');
    modId = await coveredMod(world, alice, 'mirror');
    root = await world.creator('root');
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    said.length = 0;
  });

  let count = 0;
  const bytesOf = (text: string) => new Uint8Array(archiveOf(text.repeat(500)));
  const mirror = (): Storage => {
    if (!world.platform.mirror) throw new Error('there is no mirror');
    return world.platform.mirror.storage;
  };
  const rowOf = (sha256: string) => world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
  const isMirrored = async (sha256: string) => (await rowOf(sha256)).mirroredAt !== null;
  const held = async (store: Storage, sha256: string) => {
    if ((await store.head(blobKeyOf(sha256))) === null) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of await store.read(blobKeyOf(sha256))) chunks.push(chunk);
    return sha256Of(Buffer.concat(chunks));
  };
  const put = (store: Storage, sha256: string, bytes: Uint8Array) =>
    store.put(blobKeyOf(sha256), inTwo(bytes), 'application/zip');
  /** Publishes a file; what follows from it has run as far as it could. */
  const publish = async (text: string) => {
    count += 1;
    const bytes = bytesOf(text);
    const file = await publishedVersion(world, alice, modId, { version: `${count}.0.0` }, bytes);
    await world.settled();
    const sha256 = sha256Of(bytes);
    return { ...file, bytes, sha256, blobId: (await rowOf(sha256)).id };
  };
  /** Brings a file back to before its copy, as one of a time without a mirror. */
  const forget = async ({ sha256 }: { readonly sha256: string }) => {
    const none = { mirroredAt: null, mirrorEtag: null, mirrorRun: null };
    await world.platform.db.blob.update({ where: { sha256 }, data: none });
    await mirror().remove(blobKeyOf(sha256));
  };
  const run = async (kind: JobKind) => {
    await enqueue(world.platform.db, { kind, payload: {} });
    await world.settled();
  };
  const ctx = () => createSystemContext(world.platform, 'test');
  const { signal } = new AbortController();
  const available = async (artifactId: string) =>
    (await world.anon.post(`/downloads/${artifactId}/resolve`)).body.data.fallback.available;

  it('are made of what is ready, byte for byte, and offered from then on', async () => {
    const { bytes, sha256, artifactId } = await publish('offered');
    expect(await held(mirror(), sha256)).toBe(sha256Of(bytes));
    expect(await isMirrored(sha256)).toBe(true);
    const { body } = await world.anon.post(`/downloads/${artifactId}/resolve`);
    expect(body.data.fallback).toEqual({
      available: true,
      endpoint: `/downloads/${artifactId}/fallback`,
      url: null,
    });
    expect(body.data.requires_head_before_range).toBe(false);
    expect(body.data.representation.provider).toBe('primary');
  });

  it('are not offered while the mirror takes none, and are made when it does', async () => {
    const refused = vi.spyOn(mirror(), 'put').mockRejectedValueOnce(new StoreUnavailable('away'));
    const { sha256, artifactId } = await publish('away');
    expect(refused).toHaveBeenCalledOnce();
    expect([await isMirrored(sha256), await available(artifactId)]).toEqual([false, false]);
    world.clock.advance(3600);
    await world.settled();
    expect([await isMirrored(sha256), await available(artifactId)]).toEqual([true, true]);
  });

  it('that the mirror keeps wrongly are never offered, but removed and made again', async () => {
    const original = mirror().put;
    vi.spyOn(mirror(), 'put').mockImplementationOnce(async (key, body, type) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(new Uint8Array(chunk));
      const wrong = new Uint8Array(Buffer.concat(chunks)).fill(7, -1);
      return original(key, inTwo(wrong), type);
    });
    const { sha256, artifactId } = await publish('kept wrongly');
    expect([await held(mirror(), sha256), await available(artifactId)]).toEqual([null, false]);
    world.clock.advance(3600);
    await world.settled();
    expect([await held(mirror(), sha256), await available(artifactId)]).toEqual([sha256, true]);
  });

  it.each([
    ['changed', (bytes: Uint8Array) => bytes.slice().fill(7, -1)],
    ['cut short', (bytes: Uint8Array) => bytes.slice(0, -1)],
    ['lengthened', (bytes: Uint8Array) => Buffer.concat([bytes, bytes])],
    ['lost', () => null],
  ])(
    'are never made of bytes that the first store has %s, which is told loudly',
    async (how, spoil) => {
      const { storage } = world.platform;
      const file = await publish(`spoiled, ${how}`);
      const { sha256, bytes } = file;
      await forget(file);
      await storage.remove(blobKeyOf(sha256));
      const spoiled = spoil(bytes);
      if (spoiled) await put(storage, sha256, spoiled);
      await run('sweep-mirror');
      expect([await held(mirror(), sha256), await isMirrored(sha256)]).toEqual([null, false]);
      expect(said).toEqual(['the first store lost bytes; they are not mirrored']);
      await eventually(async () => {
        const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text();
        expect(metrics).toContain('modport_mirror_blobs{state="faulty"} 1');
      });
      // It is not read again and again, but once it is mended it is copied.
      await run('sweep-mirror');
      expect(said).toHaveLength(1);
      await storage.remove(blobKeyOf(sha256));
      await put(storage, sha256, bytes);
      world.clock.advance(LIMITS.mirrorFaultSeconds);
      await run('sweep-mirror');
      expect(await held(mirror(), sha256)).toBe(sha256);
      expect((await rowOf(sha256)).mirrorFaultAt).toBeNull();
    },
  );

  it('of a run that was killed are read, and taken where they are whole, and replaced otherwise', async () => {
    const [whole, wrong] = [await publish('left whole'), await publish('left wrong')];
    for (const file of [whole, wrong]) {
      await forget(file);
      const run = { mirrorRun: crypto.randomUUID() };
      await world.platform.db.blob.update({ where: { id: file.blobId }, data: run });
    }
    await put(mirror(), whole.sha256, whole.bytes);
    await put(mirror(), wrong.sha256, wrong.bytes.slice().fill(0));
    const written = vi.spyOn(mirror(), 'put');
    await run('sweep-mirror');
    world.clock.advance(3600);
    await world.settled();
    expect(written).toHaveBeenCalledOnce();
    for (const { sha256 } of [whole, wrong]) {
      expect([await held(mirror(), sha256), await isMirrored(sha256)]).toEqual([sha256, true]);
    }
  });

  it('of a run that lost its lease in the middle do no harm to those of the next', async () => {
    const file = await publish('two runs');
    await forget(file);
    const original = mirror().put;
    vi.spyOn(mirror(), 'put').mockImplementationOnce(async (...args) => {
      // The next run comes, and ends, while this one has not written anything.
      await mirrorBlob(ctx(), file.blobId, signal);
      expect(await isMirrored(file.sha256)).toBe(true);
      return original(...args);
    });
    await mirrorBlob(ctx(), file.blobId, signal);
    expect(await held(mirror(), file.sha256)).toBe(file.sha256);
    expect(await isMirrored(file.sha256)).toBe(true);
    await forget(file);
    vi.spyOn(mirror(), 'readTransient').mockImplementationOnce(async () => {
      // This one sees bytes that are wrong; before it acts on that, the next run has mended them.
      await mirrorBlob(ctx(), file.blobId, signal);
      return inTwo(file.bytes.slice().fill(0));
    });
    await expect(mirrorBlob(ctx(), file.blobId, signal)).rejects.toThrow('other bytes');
    expect([await held(mirror(), file.sha256), await isMirrored(file.sha256)]).toEqual([
      file.sha256,
      true,
    ]);
    const aborted = AbortSignal.abort();
    await forget(file);
    await expect(mirrorBlob(ctx(), file.blobId, aborted)).rejects.toThrow();
    expect(await held(mirror(), file.sha256)).toBeNull();
    await mirrorBlob(ctx(), file.blobId, signal);
    expect(await held(mirror(), file.sha256)).toBe(file.sha256);
  });

  it('are made of what there was before the mirror, and again of what it lost', async () => {
    const [before, lost, replaced] = [
      await publish('before the mirror'),
      await publish('lost by it'),
      await publish('replaced in it'),
    ];
    await forget(before);
    await mirror().remove(blobKeyOf(lost.sha256));
    await mirror().remove(blobKeyOf(replaced.sha256));
    await put(mirror(), replaced.sha256, replaced.bytes.slice().fill(0));
    await run('sweep-mirror');
    world.clock.advance(3600);
    await world.settled();
    for (const { sha256 } of [before, lost, replaced]) {
      expect([await held(mirror(), sha256), await isMirrored(sha256)]).toEqual([sha256, true]);
    }
  });

  it('of bytes that were condemned go, also where the mirror does not answer at first', async () => {
    const { sha256, blobId } = await publish('condemned');
    const away = vi.spyOn(mirror(), 'remove').mockRejectedValueOnce(new StoreUnavailable('away'));
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
    expect(await rowOf(sha256)).toMatchObject({ state: 'unsafe', mirroredAt: null });
    expect(await held(mirror(), sha256)).toBe(sha256);
    // Though its job was given up.
    await world.platform.db.job.updateMany({
      where: { kind: 'mirror-blob', state: 'queued' },
      data: { state: 'failed' },
    });
    world.clock.advance(LIMITS.removalSeconds + LIMITS.removalGraceSeconds);
    await run('sweep-mirror');
    expect(await held(mirror(), sha256)).toBeNull();
    expect(await rowOf(sha256)).toMatchObject({ id: blobId, mirrorRun: null });
    expect(await world.platform.db.objectRemoval.count()).toBe(0);
  });

  it('of bytes that nothing refers to go with the mark, and come back with the bytes', async () => {
    count += 1;
    const bytes = bytesOf('deleted for good');
    const sha256 = sha256Of(bytes);
    const { artifactId } = await readyVersion(
      world,
      alice,
      modId,
      { version: `${count}.0.0` },
      bytes,
    );
    expect(await held(mirror(), sha256)).toBe(sha256);
    await world.platform.db.artifact.update({
      where: { id: artifactId },
      data: { state: 'deleted' },
    });
    await run('collect-blobs');
    expect(await held(mirror(), sha256)).toBe(sha256);
    world.clock.advance(DAY_SECONDS);
    await run('collect-blobs');
    expect((await rowOf(sha256)).state).toBe('deleted');
    expect([await held(mirror(), sha256), (await rowOf(sha256)).mirrorRun]).toEqual([null, null]);
    count += 1;
    await readyVersion(world, alice, modId, { version: `${count}.0.0` }, bytes);
    expect([await held(mirror(), sha256), await isMirrored(sha256)]).toEqual([sha256, true]);
  });

  it('that no row speaks of go after three days', async () => {
    const orphan = bytesOf('ended after its blob had gone');
    const sha256 = sha256Of(orphan);
    const kept = await publish('kept');
    await put(mirror(), sha256, orphan);
    world.clock.advance(2 * DAY_SECONDS);
    await run('collect-blobs');
    expect(await held(mirror(), sha256)).toBe(sha256);
    world.clock.advance(DAY_SECONDS);
    await run('collect-blobs');
    expect(await held(mirror(), sha256)).toBeNull();
    expect(await held(mirror(), kept.sha256)).toBe(kept.sha256);
  });

  it('wait, without losing an attempt, while the mirror is known to be away', async () => {
    const file = await publish('put off');
    await forget(file);
    const { mirror: second, db } = world.platform;
    const ping = vi.spyOn(mirror(), 'ping').mockRejectedValue(new StoreUnavailable('away'));
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
    expect(await isMirrored(file.sha256)).toBe(true);
  });

  it('are not signed for by the other store, and neither serves what the other signed', async () => {
    const { sha256 } = await publish('signed apart');
    const until = new Date(world.clock.now().getTime() + 60_000);
    const { storage } = world.platform;
    const [one, two] = await Promise.all(
      [storage, mirror()].map((store) => store.signGet(blobKeyOf(sha256), {}, until)),
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

async function* inTwo(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice(0, 100);
  yield bytes.slice(100);
}
