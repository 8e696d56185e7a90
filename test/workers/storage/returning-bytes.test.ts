import { beforeAll, describe, expect, it, vi } from 'vitest';
import { blobKeyOf } from '../../../src/modules/storage/index.js';
import { StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { endTransactions } from '../../locks.js';
import { sha256Of } from '../../publishing.js';
import { inLongTests, longTest } from '../../rounds.js';
import { bytesOf, useCollection } from './collected-blobs.js';

const scene = useCollection();
const { world } = scene;

describe('bytes that are uploaded again', () => {
  it('a marked blob is sealed again by an upload of its bytes and survives later runs', async () => {
    const { bytes, sha256 } = await scene.due('brought while marked');
    const again = await scene.ready(bytes);
    await scene.pass(2);
    expect(await scene.standing(sha256)).toEqual(['sealed', true]);
    await scene.publish(again.versionId);
    expect(await scene.download(again.artifactId)).toEqual(bytes);
  });

  it('collect-blobs keeps the object of a marked blob while an upload of its bytes is pending', async () => {
    const { bytes, sha256 } = await scene.due('brought, not scanned');
    const versionId = await scene.draft();
    await scene.send(versionId, bytes);
    await scene.collect();
    expect(await scene.standing(sha256)).toEqual(['deleted', true]);
  });

  it('an upload of removed bytes stores them again under the same blob', async () => {
    const { bytes, sha256 } = await scene.due('brought after removal');
    await scene.collect();
    expect(await scene.standing(sha256)).toEqual(['deleted', false]);
    const again = await scene.ready(bytes);
    expect(await scene.standing(sha256)).toEqual(['sealed', true]);
    await scene.publish(again.versionId);
    expect(await scene.download(again.artifactId)).toEqual(bytes);
  });

  longTest(
    'an upload during the removal of its bytes stores them again after the removal, even if the store is slow',
    async () => {
      const { bytes, sha256 } = await scene.due('brought during removal');
      const { db, storage } = world.platform;
      const versionId = await scene.draft();
      const original = storage.remove;
      let found: unknown;
      vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
        if (key === blobKeyOf(sha256)) {
          await endTransactions(db);
          // The removal is decided. The upload arrives now and its promotion has to wait.
          const uploadId = await scene.send(versionId, bytes);
          await scene.complete(uploadId);
          await world.settled();
          found = await scene.standing(sha256);
        }
        await original(key);
      });
      await scene.collect();
      expect(found).toEqual(['deleted', true]);
      world.clock.advance(LIMITS.removalPollSeconds);
      await world.settled();
      await scene.publish(versionId);
      await scene.pass(4);
      expect(await scene.standing(sha256)).toEqual(['sealed', true]);
      const { primaryArtifactId } = await db.modVersion.findUniqueOrThrow({
        where: { id: versionId },
      });
      expect(await scene.download(primaryArtifactId ?? '')).toEqual(bytes);
    },
  );

  longTest(
    'a scan waits without losing an attempt until a lost removal can no longer happen',
    async () => {
      const { bytes, sha256 } = await scene.due('brought after a lost removal');
      const { db, storage } = world.platform;
      vi.spyOn(storage, 'remove').mockRejectedValueOnce(new StoreUnavailable('no answer'));
      await scene.collect();
      const { versionId } = await scene.ready(bytes);
      const where = { state: 'queued', kind: 'scan-upload' } as const;
      expect(await db.job.findFirstOrThrow({ where })).toMatchObject({ attempts: 0 });
      const tries = LIMITS.scanAttempts + 1;
      for (let look = 0; look < tries; look += 1) {
        world.clock.advance(LIMITS.removalPollSeconds);
        await world.settled();
      }
      expect(await scene.standing(sha256)).toEqual(['deleted', true]);
      expect((await scene.publish(versionId)).status).not.toBe(200);
      // The lost removal happens at the last moment.
      await storage.remove(blobKeyOf(sha256));
      world.clock.advance(LIMITS.removalSeconds + LIMITS.removalGraceSeconds);
      await world.settled();
      expect((await scene.publish(versionId)).status).toBe(200);
      expect(await scene.standing(sha256)).toEqual(['sealed', true]);
      expect(await db.objectRemoval.count()).toBe(0);
    },
  );

  longTest('unsafe bytes are removed too, and a later upload of them fails', async () => {
    const bytes = bytesOf('found unsafe');
    const sha256 = sha256Of(bytes);
    const { versionId } = await scene.stored('ready', bytes);
    await world.platform.db.blob.update({ where: { sha256 }, data: { state: 'unsafe' } });
    await scene.remove(versionId);
    await scene.collect();
    await scene.pass(1);
    await scene.pass(1);
    expect(await scene.standing(sha256)).toEqual(['unsafe', false]);
    const { uploadId } = await scene.ready(bytes);
    expect((await scene.uploadOf(uploadId)).failure.code).toBe('av_scan_rejected');
    expect(await scene.standing(sha256)).toEqual(['unsafe', false]);
  });
});

inLongTests(() =>
  describe('bytes that were condemned by mistake', () => {
    let root: Creator;
    beforeAll(async () => {
      root = await world.creator('root');
      await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    });
    /** An admin with a recent second factor, independent of the clock. */
    const steppedUp = () => root.withToken({ scopes: 'admin:*' });
    /** A version that is published, condemned and then deleted by its owner. */
    const condemned = async (text: string) => {
      const bytes = bytesOf(text);
      const sha256 = sha256Of(bytes);
      const { versionId } = await scene.stored('published', bytes);
      const admin = await steppedUp();
      const entry = await admin.graphql(
        'mutation ($input: BlockHashInput!) { blockHash(input: $input) { id } }',
        { input: { sha256, name: 'Oops' } },
      );
      await scene.remove(versionId);
      await scene.collect();
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
      const again = await scene.ready(bytes);
      expect((await scene.publish(again.versionId)).status).toBe(200);
      return again.artifactId;
    };

    it('bytes that are cleared after their removal can be published again and stay', async () => {
      const { bytes, sha256, clear } = await condemned('cleared after removal');
      await scene.pass(1);
      await scene.pass(1);
      expect(await scene.standing(sha256)).toEqual(['unsafe', false]);
      expect(await clear()).toBe('deleted');
      const artifactId = await publishAgain(bytes);
      for (let days = 0; days < 2; days += 1) await scene.pass(4);
      expect(await scene.standing(sha256)).toEqual(['sealed', true]);
      expect(await scene.download(artifactId)).toEqual(bytes);
    });

    it('a marked blob that is cleared is still collected if no upload brings its bytes again', async () => {
      const { bytes, sha256, clear } = await condemned('cleared while marked');
      await scene.pass(1);
      expect(await clear()).toBe('deleted');
      await scene.pass(1);
      expect(await scene.standing(sha256)).toEqual(['deleted', false]);
      expect(await scene.download(await publishAgain(bytes))).toEqual(bytes);
    });

    it('a blob that is cleared before it is marked goes through both holds', async () => {
      const { sha256, clear } = await condemned('cleared in time');
      expect(await clear()).toBe('sealed');
      await scene.pass(1);
      expect(await scene.standing(sha256)).toEqual(['sealed', true]);
      await scene.pass(1);
      expect(await scene.standing(sha256)).toEqual(['deleted', true]);
    });
  }),
);
