import { describe, expect, it } from 'vitest';
import { lockMod } from '../../../src/modules/catalog/index.js';
import { revokeDownloadGrants } from '../../../src/modules/storage/index.js';
import type { Tx } from '../../../src/platform/database/connect.js';
import { untilSomebodyWaits } from '../../locks.js';
import { longTest } from '../../rounds.js';
import { seedMod } from '../../routes/catalog/catalog-rows.js';
import { DAY, fileOf, HOUR, useDownloads } from './counted-downloads.js';

const scene = useDownloads();
const { world } = scene;

describe('the rules for counting downloads', () => {
  it('a download counts once within six hours, and again after exactly six hours', async () => {
    await scene.downloads([0]);
    await scene.count();
    await scene.downloads([6 * HOUR - 0.001, 6 * HOUR]);
    await scene.count();
    expect(await scene.verdicts()).toEqual([true, false, true]);
  });

  longTest(
    'the six-hour window starts at the last counted download, not at the last download',
    async () => {
      for (const seconds of [0, 5 * HOUR, 7 * HOUR, 12 * HOUR, 13 * HOUR]) {
        await scene.downloads([seconds]);
        await scene.count();
      }
      expect(await scene.verdicts()).toEqual([true, false, true, false, true]);
    },
  );

  it('downloads that are counted in one run get the same verdicts as in separate runs', async () => {
    await scene.downloads([13 * HOUR, 7 * HOUR, 5 * HOUR, 0, 12 * HOUR, 0]);
    await scene.count();
    expect(await scene.verdicts()).toEqual([true, false, false, true, false, true]);
    expect((await scene.totals()).days).toEqual([2, 1]);
  });

  it('downloads count separately for each actor and each file of a mod', async () => {
    await scene.downloads([0, 1], 'user:ada');
    await scene.downloads([0, 1], 'user:bert');
    await scene.downloads([0, 1], 'user:ada', fileOf(scene.mod, 1));
    await scene.count();
    expect(await scene.totals()).toEqual({ mod: 3, versions: [2, 1], files: [2, 1], days: [3] });
    const { db } = world.platform;
    const later = await seedMod(world, scene.shelf);
    await scene.downloads([0], 'user:ada', fileOf(later));
    await scene.count();
    expect((await scene.totals(later)).mod).toBe(1);
    expect(await db.modVersion.findMany({ where: { revision: { gt: 1 } } })).toEqual([]);
  });

  it('a waiting download counts only after it is admitted', async () => {
    const id = await scene.addDownloadGrant(fileOf(scene.mod), 'user:ada', null);
    await scene.count();
    expect((await scene.totals()).mod).toBe(0);
    const data = { state: 'active', admittedAt: scene.secondsFromNow(0) } as const;
    await world.platform.db.downloadGrant.update({ where: { id }, data });
    await scene.count();
    expect((await scene.totals()).mod).toBe(1);
  });

  it('a download counts once, even if its grant is renewed', async () => {
    await scene.downloads([0]);
    await scene.count();
    const renewed = { expiresAt: scene.secondsFromNow(7 * HOUR), revision: { increment: 1 } };
    await world.platform.db.downloadGrant.updateMany({
      where: { artifactId: fileOf(scene.mod) },
      data: renewed,
    });
    world.clock.advance(7 * HOUR);
    await scene.count();
    expect((await scene.totals()).mod).toBe(1);
  });

  it('a download counts on the UTC day of its admission, even if its mod was deleted since', async () => {
    await scene.downloads([0, 12 * HOUR - 0.001, 36 * HOUR]);
    await world.platform.db.mod.update({
      where: { id: scene.mod.modId },
      data: { state: 'deleted' },
    });
    await scene.count();
    expect((await scene.totals()).days).toEqual([2, 1]);
  });

  it('downloads get the same verdicts if counting was interrupted for a day', async () => {
    await scene.downloads([0]);
    await scene.count();
    await scene.downloads([5 * HOUR, 7 * HOUR]);
    await scene.addDownloadGrants(1_500, 4 * HOUR);
    world.clock.advance(1 * DAY);
    await scene.count();
    expect(await scene.verdicts()).toEqual([true, false, true]);
  });

  it('a counted download is remembered only as long as its window needs it', async () => {
    await scene.downloads([0]);
    await scene.count();
    const remembered = () => world.platform.db.countedDownload.count();
    world.clock.advance(6 * HOUR);
    await scene.count();
    expect(await remembered()).toBe(1);
    world.clock.advance(1 * HOUR + 1);
    await scene.count();
    expect(await remembered()).toBe(0);
  });
});

describe('runs of count-downloads', () => {
  it('concurrent runs of count-downloads count every download once', async () => {
    await scene.addDownloadGrants(2_500, 0);
    await scene.addDownloadGrants(2_500, 1);
    await Promise.all([scene.count(), scene.count(), scene.count()]);
    await scene.count();
    expect(await scene.totals()).toMatchObject({ mod: 2_500, versions: [1_250, 1_250] });
    expect(await scene.discrepancies()).toBe(0);
  });

  it('count-downloads loses nothing if it is killed between checking and summing', async () => {
    const { db } = world.platform;
    await scene.downloads([0]);
    await db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select 1 from mods where id = ${scene.mod.modId}::uuid for update`;
        const killed = expect(scene.count()).rejects.toThrow();
        await untilSomebodyWaits(db);
        await scene.endWaiting();
        await killed;
      },
      // Only a hanging test reaches it.
      { timeout: 60_000 },
    );
    expect(await scene.verdicts()).toEqual([null]);
    expect((await scene.totals()).mod).toBe(0);
    await scene.count();
    expect(await scene.verdicts()).toEqual([true]);
    expect(await scene.totals()).toEqual({ mod: 1, versions: [1, 0], files: [1, 0], days: [1] });
  });

  it.each([
    ['withdrawn or deleted', (tx: Tx) => lockMod(tx, scene.mod.modId)],
    [
      'found infected',
      (tx: Tx) => tx.artifact.update({ where: { id: fileOf(scene.mod) }, data: { revision: 2 } }),
    ],
  ])(
    'count-downloads does not block the revocation of grants of a file that is %s, and still counts them',
    async (_, hold) => {
      const { db, clock } = world.platform;
      await scene.downloads([0]);
      let counting: Promise<unknown> | undefined;
      await db.$transaction(async (tx) => {
        await hold(tx);
        counting = scene.count();
        await untilSomebodyWaits(db);
        // A wait of this transaction for the counting run would be a deadlock.
        await tx.$executeRaw`set local lock_timeout = 1`;
        await revokeDownloadGrants(tx, { artifactIds: [fileOf(scene.mod)] }, clock.now());
      });
      await counting;
      const grants = await db.downloadGrant.findMany({ where: { artifactId: fileOf(scene.mod) } });
      expect(grants).toMatchObject([{ state: 'revoked', counts: true }]);
      expect((await scene.totals()).mod).toBe(1);
    },
  );

  it('GET /v1/mods/{id} shows a new download count at once, under a new ETag', async () => {
    const before = await world.anon.get(`/mods/${scene.mod.modId}`);
    const etag = before.headers.get('etag') ?? '';
    const unchanged = await world.anon.get(`/mods/${scene.mod.modId}`, { 'If-None-Match': etag });
    const resolved = await world.anon.post(`/downloads/${fileOf(scene.mod)}/resolve`);
    await scene.count();
    const after = await world.anon.get(`/mods/${scene.mod.modId}`, { 'If-None-Match': etag });
    expect([before.status, unchanged.status, resolved.status, after.status]).toEqual([
      200, 304, 200, 200,
    ]);
    expect(before.body.data.downloads_count).toBe(0);
    expect(after.body.data.downloads_count).toBe(1);
    expect({ ...after.body.data, downloads_count: 0 }).toEqual(before.body.data);
    const ids = { mod: scene.mod.modId, version: scene.mod.versions[0]?.versionId };
    const version = await world.anon.graphql(
      'query ($mod: ID!, $version: ID!) { getModVersion(modId: $mod, versionId: $version) { downloadsCount } }',
      ids,
    );
    expect(version.body.data.getModVersion).toEqual({ downloadsCount: 1 });
  });
});
