import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { blobKeyOf, collectBlobs } from '../../src/modules/storage/index.js';
import { enqueue } from '../../src/platform/queue/enqueue.js';
import { StoreUnavailable } from '../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { endTransactions } from '../locks.js';
import {
  archiveOf,
  draftVersion,
  newGame,
  readyVersion,
  sendFile,
  sha256Of,
} from '../publishing.js';
import { coveredMod, mutate } from '../routes/lifecycle-mods.js';

const DAY_SECONDS = 24 * 60 * 60;

describe('collect-blobs and blobs without a reference (Spec 2.1)', () => {
  const world = useWorld({}, { jobs: 'when-settled' });
  let alice: Creator;
  let modId: string;
  let root: Creator;

  beforeAll(async () => {
    await newGame(world, 'blobs');
    alice = await world.creator('alice');
    modId = await coveredMod(world, alice, 'blobs');
    root = await world.creator('root');
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  let count = 0;
  const unique = () => {
    count += 1;
    return `${count}.0.0`;
  };
  const bytesOf = (text: string) => new Uint8Array(archiveOf(text));
  const ready = (bytes: Uint8Array<ArrayBuffer>) =>
    readyVersion(world, alice, modId, { version: unique() }, bytes);
  const publish = (versionId: string) => alice.post(`/mods/${modId}/versions/${versionId}/publish`);
  /** Deletes a version as its owner. The owner's second factor is always recent here. */
  const remove = async (versionId: string) => {
    const data = { aal2At: world.clock.now() };
    await world.platform.db.credential.updateMany({ where: { userId: alice.userId }, data });
    expect(await mutate(alice, 'deleteModVersion', versionId)).toBe('deleted');
  };
  /** An admin with a recent second factor, independent of the clock. */
  const steppedUp = () => root.withToken({ scopes: 'admin:*' });
  /** Runs the job at the current time of the clock. */
  const collect = async () => {
    await enqueue(world.platform.db, { kind: 'collect-blobs', payload: {} });
    await world.settled();
  };
  const pass = async (days: number) => {
    world.clock.advance(days * DAY_SECONDS);
    await collect();
  };
  const standing = async (sha256: string) => {
    const row = await world.platform.db.blob.findUnique({ where: { sha256 } });
    const head = await world.platform.storage.head(blobKeyOf(sha256));
    return [row?.state ?? null, head !== null];
  };
  /** A deleted file: its blob is marked and its object is due for removal. */
  const due = async (text: string) => {
    const bytes = bytesOf(text);
    const { versionId } = await ready(bytes);
    await remove(versionId);
    await collect();
    await pass(1);
    expect(await standing(sha256Of(bytes))).toEqual(['deleted', true]);
    world.clock.advance(DAY_SECONDS);
    return { bytes, sha256: sha256Of(bytes) };
  };
  const download = async (artifactId: string) => {
    const { body } = await world.anon.post(`/downloads/${artifactId}/resolve`);
    const fetched = await fetch(body.data.primary_url);
    return new Uint8Array(await fetched.arrayBuffer());
  };

  it('an unreferenced blob is marked after the first hold, its object is removed after the second, and its row stays', async () => {
    const bytes = bytesOf('deleted for good');
    const sha256 = sha256Of(bytes);
    const { versionId } = await ready(bytes);
    await publish(versionId);
    await remove(versionId);
    await collect();
    expect(await standing(sha256)).toEqual(['sealed', true]);
    await pass(1);
    expect(await standing(sha256)).toEqual(['deleted', true]);
    await collect();
    expect(await standing(sha256)).toEqual(['deleted', true]);
    await pass(1);
    expect(await standing(sha256)).toEqual(['deleted', false]);
  });

  it('collect-blobs removes the bytes of a replaced file, even if a later upload of them failed', async () => {
    const [old, newer] = [bytesOf('replaced'), bytesOf('its replacement')];
    const { versionId } = await ready(old);
    const target = { modId, versionId };
    const uploadId = await sendFile(alice, target, newer);
    await alice.post(`/uploads/${uploadId}/complete`, {});
    await world.settled();
    const another = await sendFile(alice, target, old);
    await world.platform.db.uploadSession.update({
      where: { id: another },
      data: { state: 'failed' },
    });
    await collect();
    await pass(1);
    await pass(1);
    expect(await standing(sha256Of(old))).toEqual(['deleted', false]);
    expect(await standing(sha256Of(newer))).toEqual(['sealed', true]);
  });

  it('collect-blobs keeps the bytes of ready, published, archived and withdrawn files', async () => {
    const kept = ['ready', 'published', 'archived', 'withdrawn'].map((name) => ({
      name,
      bytes: bytesOf(`kept while ${name}`),
    }));
    for (const { name, bytes } of kept) {
      const { versionId } = await ready(bytes);
      if (name !== 'ready') await publish(versionId);
      if (name === 'archived') await mutate(alice, 'archiveModVersion', versionId);
      if (name === 'withdrawn') await mutate(alice, 'withdrawModVersion', versionId);
    }
    for (let days = 0; days < 4; days += 1) await pass(1);
    for (const { bytes } of kept) {
      expect(await standing(sha256Of(bytes))).toEqual(['sealed', true]);
    }
  });

  it('collect-blobs keeps bytes that another file shares and bytes of an active download grant', async () => {
    const [shared, fetched] = [bytesOf('shared'), bytesOf('fetched')];
    const [first, second, third] = [await ready(shared), await ready(shared), await ready(fetched)];
    for (const { versionId } of [second, third]) await publish(versionId);
    await world.anon.post(`/downloads/${third.artifactId}/resolve`);
    for (const { versionId } of [first, third]) await remove(versionId);
    await world.platform.db.downloadGrant.updateMany({
      where: { artifactId: third.artifactId },
      data: { expiresAt: new Date(world.clock.now().getTime() + 10 * DAY_SECONDS * 1000) },
    });
    for (let days = 0; days < 4; days += 1) await pass(1);
    expect(await standing(sha256Of(shared))).toEqual(['sealed', true]);
    expect(await standing(sha256Of(fetched))).toEqual(['sealed', true]);
    expect(await download(second.artifactId)).toEqual(shared);
  });

  it('two concurrent uploads of the same bytes share one blob', async () => {
    const bytes = bytesOf('sent twice');
    const sent = await Promise.all(
      [unique(), unique()].map(async (version) => {
        const { id: versionId } = await draftVersion(alice, modId, { version });
        const uploadId = await sendFile(alice, { modId, versionId }, bytes);
        await alice.post(`/uploads/${uploadId}/complete`, {});
        return uploadId;
      }),
    );
    await world.settled();
    const files = await world.platform.db.artifact.findMany({ where: { uploadId: { in: sent } } });
    expect(files.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(new Set(files.map(({ blobId }) => blobId)).size).toBe(1);
    expect(await world.platform.db.blob.count({ where: { sha256: sha256Of(bytes) } })).toBe(1);
  });

  describe('bytes that are uploaded again', () => {
    it('a marked blob is sealed again by an upload of its bytes and survives later runs', async () => {
      const { bytes, sha256 } = await due('brought while marked');
      const again = await ready(bytes);
      await pass(2);
      expect(await standing(sha256)).toEqual(['sealed', true]);
      await publish(again.versionId);
      expect(await download(again.artifactId)).toEqual(bytes);
    });

    it('collect-blobs keeps the object of a marked blob while an upload of its bytes is pending', async () => {
      const { bytes, sha256 } = await due('brought, not scanned');
      const { id: versionId } = await draftVersion(alice, modId, { version: unique() });
      await sendFile(alice, { modId, versionId }, bytes);
      await collect();
      expect(await standing(sha256)).toEqual(['deleted', true]);
    });

    it('an upload of removed bytes stores them again under the same blob', async () => {
      const { bytes, sha256 } = await due('brought after removal');
      await collect();
      expect(await standing(sha256)).toEqual(['deleted', false]);
      const again = await ready(bytes);
      expect(await standing(sha256)).toEqual(['sealed', true]);
      await publish(again.versionId);
      expect(await download(again.artifactId)).toEqual(bytes);
    });

    it('an upload during the removal of its bytes stores them again after the removal, even if the store is slow', async () => {
      const { bytes, sha256 } = await due('brought during removal');
      const { db, storage } = world.platform;
      const { id: versionId } = await draftVersion(alice, modId, { version: unique() });
      const original = storage.remove;
      let found: unknown;
      vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
        if (key === blobKeyOf(sha256)) {
          await endTransactions(db);
          // The removal is decided. The upload arrives now and its promotion has to wait.
          const uploadId = await sendFile(alice, { modId, versionId }, bytes);
          await alice.post(`/uploads/${uploadId}/complete`, {});
          await world.settled();
          found = await standing(sha256);
        }
        await original(key);
      });
      await collect();
      expect(found).toEqual(['deleted', true]);
      world.clock.advance(LIMITS.removalPollSeconds);
      await world.settled();
      await publish(versionId);
      await pass(4);
      expect(await standing(sha256)).toEqual(['sealed', true]);
      const { primaryArtifactId } = await db.modVersion.findUniqueOrThrow({
        where: { id: versionId },
      });
      expect(await download(primaryArtifactId ?? '')).toEqual(bytes);
    });

    it('a scan waits without losing an attempt until a lost removal can no longer happen', async () => {
      const { bytes, sha256 } = await due('brought after a lost removal');
      const { db, storage } = world.platform;
      vi.spyOn(storage, 'remove').mockRejectedValueOnce(new StoreUnavailable('no answer'));
      await collect();
      const { versionId } = await ready(bytes);
      const where = { state: 'queued', kind: 'scan-upload' } as const;
      expect(await db.job.findFirstOrThrow({ where })).toMatchObject({ attempts: 0 });
      const tries = LIMITS.scanAttempts + 1;
      for (let look = 0; look < tries; look += 1) {
        world.clock.advance(LIMITS.removalPollSeconds);
        await world.settled();
      }
      expect(await standing(sha256)).toEqual(['deleted', true]);
      expect((await publish(versionId)).status).not.toBe(200);
      // The lost removal happens at the last moment.
      await storage.remove(blobKeyOf(sha256));
      world.clock.advance(LIMITS.removalSeconds + LIMITS.removalGraceSeconds);
      await world.settled();
      expect((await publish(versionId)).status).toBe(200);
      expect(await standing(sha256)).toEqual(['sealed', true]);
      expect(await db.objectRemoval.count()).toBe(0);
    });

    it('unsafe bytes are removed too, and a later upload of them fails', async () => {
      const bytes = bytesOf('found unsafe');
      const sha256 = sha256Of(bytes);
      const { versionId } = await ready(bytes);
      await world.platform.db.blob.update({ where: { sha256 }, data: { state: 'unsafe' } });
      await remove(versionId);
      await collect();
      await pass(1);
      await pass(1);
      expect(await standing(sha256)).toEqual(['unsafe', false]);
      const { uploadId } = await ready(bytes);
      const { body } = await alice.get(`/uploads/${uploadId}`);
      expect(body.data.failure.code).toBe('av_scan_rejected');
      expect(await standing(sha256)).toEqual(['unsafe', false]);
    });
  });

  describe('bytes that were condemned by mistake', () => {
    /** A version that is published, condemned and then deleted by its owner. */
    const condemned = async (text: string) => {
      const bytes = bytesOf(text);
      const sha256 = sha256Of(bytes);
      const { versionId } = await ready(bytes);
      await publish(versionId);
      const admin = await steppedUp();
      const entry = await admin.graphql(
        'mutation ($input: BlockHashInput!) { blockHash(input: $input) { id } }',
        { input: { sha256, name: 'Oops' } },
      );
      await remove(versionId);
      await collect();
      const clear = async () => {
        const admin = await steppedUp();
        await admin.graphql('mutation ($id: ID!) { unblockHash(id: $id) { id } }', {
          id: entry.body.data.blockHash.id,
        });
        const { body } = await admin.graphql(
          'mutation ($sha256: String!) { clearBlob(sha256: $sha256, note: "fine") { state } }',
          { sha256 },
        );
        return body.data.clearBlob.state;
      };
      return { bytes, sha256, clear };
    };
    const publishAgain = async (bytes: Uint8Array<ArrayBuffer>) => {
      const again = await ready(bytes);
      expect((await publish(again.versionId)).status).toBe(200);
      return again.artifactId;
    };

    it('bytes that are cleared after their removal can be published again and stay', async () => {
      const { bytes, sha256, clear } = await condemned('cleared after removal');
      await pass(1);
      await pass(1);
      expect(await standing(sha256)).toEqual(['unsafe', false]);
      expect(await clear()).toBe('deleted');
      const artifactId = await publishAgain(bytes);
      for (let days = 0; days < 2; days += 1) await pass(4);
      expect(await standing(sha256)).toEqual(['sealed', true]);
      expect(await download(artifactId)).toEqual(bytes);
    });

    it('a marked blob that is cleared is still collected if no upload brings its bytes again', async () => {
      const { bytes, sha256, clear } = await condemned('cleared while marked');
      await pass(1);
      expect(await clear()).toBe('deleted');
      await pass(1);
      expect(await standing(sha256)).toEqual(['deleted', false]);
      expect(await download(await publishAgain(bytes))).toEqual(bytes);
    });

    it('a blob that is cleared before it is marked goes through both holds', async () => {
      const { sha256, clear } = await condemned('cleared in time');
      expect(await clear()).toBe('sealed');
      await pass(1);
      expect(await standing(sha256)).toEqual(['sealed', true]);
      await pass(1);
      expect(await standing(sha256)).toEqual(['deleted', true]);
    });
  });

  it('collect-blobs keeps bytes that a file refers to, even if removedAt is set on their row', async () => {
    const bytes = bytesOf('noted wrongly');
    const sha256 = sha256Of(bytes);
    const { versionId, artifactId } = await ready(bytes);
    await publish(versionId);
    const removedAt = world.clock.now();
    await world.platform.db.blob.update({ where: { sha256 }, data: { removedAt } });
    await pass(4);
    expect(await download(artifactId)).toEqual(bytes);
    await ready(bytes);
    const row = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
    expect(row.removedAt).toBeNull();
  });

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
      await pass(2);
      expect(await standing(sha256Of(orphan))).toEqual([null, true]);
      const { id: versionId } = await draftVersion(alice, modId, { version: unique() });
      await sendFile(alice, { modId, versionId }, coming);
      await pass(1);
      expect(await standing(sha256Of(orphan))).toEqual([null, false]);
      expect(await standing(sha256Of(coming))).toEqual([null, true]);
      expect(await world.platform.storage.head('blobs/not-a-digest')).not.toBeNull();
    });

    it('collect-blobs finds all objects without a row if the store lists two per page', async () => {
      const { storage } = world.platform;
      const orphans = ['listed first', 'listed second', 'listed third'].map(bytesOf);
      for (const bytes of orphans) await put(blobKeyOf(sha256Of(bytes)), bytes);
      const original = storage.list;
      vi.spyOn(storage, 'list').mockImplementation((prefix, after) => original(prefix, after, 2));
      await pass(4);
      for (const bytes of orphans) expect(await standing(sha256Of(bytes))).toEqual([null, false]);
    });

    it('an upload reads an object that already has its key and replaces it if its digest differs', async () => {
      const [left, wrong] = [bytesOf('left by a dead run'), bytesOf('what was promised')];
      await put(blobKeyOf(sha256Of(left)), left);
      const other = new Uint8Array(wrong).fill(0);
      await put(blobKeyOf(sha256Of(wrong)), other);
      for (const bytes of [left, wrong]) {
        const { versionId, artifactId } = await ready(bytes);
        await publish(versionId);
        expect(await download(artifactId)).toEqual(bytes);
      }
    });
  });

  it('collect-blobs processes a bounded number of blobs per run and continues in the next run', async () => {
    const { db } = world.platform;
    await db.$executeRaw`
      insert into blobs (id, sha256, size_bytes, content_type, storage_key, etag)
      select gen_random_uuid(), 'bulk' || lpad(n::text, 60, '0'), 1, 'x', 'bulk/' || n, 'x'
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
  });
});
