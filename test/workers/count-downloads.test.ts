import { describe, expect, it } from 'vitest';
import { lockMod } from '../../src/modules/catalog/index.js';
import { revokeDownloadGrants } from '../../src/modules/storage/index.js';
import type { Tx } from '../../src/platform/database/connect.js';
import { untilSomebodyWaits } from '../locks.js';
import { seedMod } from '../routes/catalog-rows.js';
import { DAY, fileOf, HOUR, useDownloads } from './counted-downloads.js';

const at = useDownloads();
const { world, count, downloads, addDownloadGrant, addDownloadGrants } = at;
const { secondsFromNow, verdicts, totals, discrepancies, endWaiting } = at;

describe('the rules for counting downloads', () => {
  it('a download counts once within six hours, and again after exactly six hours', async () => {
    await downloads([0]);
    await count();
    await downloads([6 * HOUR - 0.001, 6 * HOUR]);
    await count();
    expect(await verdicts()).toEqual([true, false, true]);
  });

  it('the six-hour window starts at the last counted download, not at the last download', async () => {
    for (const seconds of [0, 5 * HOUR, 7 * HOUR, 12 * HOUR, 13 * HOUR]) {
      await downloads([seconds]);
      await count();
    }
    expect(await verdicts()).toEqual([true, false, true, false, true]);
  });

  it('downloads that are counted in one run get the same verdicts as in separate runs', async () => {
    await downloads([13 * HOUR, 7 * HOUR, 5 * HOUR, 0, 12 * HOUR, 0]);
    await count();
    expect(await verdicts()).toEqual([true, false, false, true, false, true]);
    expect((await totals()).days).toEqual([2, 1]);
  });

  it('downloads count separately for each actor and each file of a mod', async () => {
    await downloads([0, 1], 'user:ada');
    await downloads([0, 1], 'user:bert');
    await downloads([0, 1], 'user:ada', fileOf(at.mod, 1));
    await count();
    expect(await totals()).toEqual({ mod: 3, versions: [2, 1], files: [2, 1], days: [3] });
    const { db } = world.platform;
    const later = await seedMod(world, at.shelf);
    await downloads([0], 'user:ada', fileOf(later));
    await count();
    expect((await totals(later)).mod).toBe(1);
    expect(await db.modVersion.findMany({ where: { revision: { gt: 1 } } })).toEqual([]);
  });

  it('a waiting download counts only after it is admitted', async () => {
    const id = await addDownloadGrant(fileOf(at.mod), 'user:ada', null);
    await count();
    expect((await totals()).mod).toBe(0);
    const data = { state: 'active', admittedAt: secondsFromNow(0) } as const;
    await world.platform.db.downloadGrant.update({ where: { id }, data });
    await count();
    expect((await totals()).mod).toBe(1);
  });

  it('a download counts once, even if its grant is renewed', async () => {
    await downloads([0]);
    await count();
    const renewed = { expiresAt: secondsFromNow(7 * HOUR), revision: { increment: 1 } };
    await world.platform.db.downloadGrant.updateMany({
      where: { artifactId: fileOf(at.mod) },
      data: renewed,
    });
    world.clock.advance(7 * HOUR);
    await count();
    expect((await totals()).mod).toBe(1);
  });

  it('a download counts on the UTC day of its admission, even if its mod was deleted since', async () => {
    await downloads([0, 12 * HOUR - 0.001, 36 * HOUR]);
    await world.platform.db.mod.update({ where: { id: at.mod.modId }, data: { state: 'deleted' } });
    await count();
    expect((await totals()).days).toEqual([2, 1]);
  });

  it('downloads get the same verdicts if counting was interrupted for a day', async () => {
    await downloads([0]);
    await count();
    await downloads([5 * HOUR, 7 * HOUR]);
    await addDownloadGrants(1_500, 4 * HOUR);
    world.clock.advance(1 * DAY);
    await count();
    expect(await verdicts()).toEqual([true, false, true]);
  });

  it('a counted download is remembered only as long as its window needs it', async () => {
    await downloads([0]);
    await count();
    const remembered = () => world.platform.db.countedDownload.count();
    world.clock.advance(6 * HOUR);
    await count();
    expect(await remembered()).toBe(1);
    world.clock.advance(1 * HOUR + 1);
    await count();
    expect(await remembered()).toBe(0);
  });
});

describe('runs of count-downloads', () => {
  it('concurrent runs of count-downloads count every download once', async () => {
    await addDownloadGrants(2_500, 0);
    await addDownloadGrants(2_500, 1);
    await Promise.all([count(), count(), count()]);
    await count();
    expect(await totals()).toMatchObject({ mod: 2_500, versions: [1_250, 1_250] });
    expect(await discrepancies()).toBe(0);
  });

  it('count-downloads loses nothing if it is killed between judging and summing', async () => {
    const { db } = world.platform;
    await downloads([0]);
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from mods where id = ${at.mod.modId}::uuid for update`;
      const killed = expect(count()).rejects.toThrow();
      await untilSomebodyWaits(db);
      await endWaiting();
      await killed;
    });
    expect(await verdicts()).toEqual([null]);
    expect((await totals()).mod).toBe(0);
    await count();
    expect(await verdicts()).toEqual([true]);
    expect(await totals()).toEqual({ mod: 1, versions: [1, 0], files: [1, 0], days: [1] });
  });

  it.each([
    ['withdrawn or deleted', (tx: Tx) => lockMod(tx, at.mod.modId)],
    [
      'found infected',
      (tx: Tx) => tx.artifact.update({ where: { id: fileOf(at.mod) }, data: { revision: 2 } }),
    ],
  ])(
    'count-downloads does not block the revocation of grants of a file that is %s, and still counts them',
    async (_, hold) => {
      const { db, clock } = world.platform;
      await downloads([0]);
      let counting: Promise<unknown> | undefined;
      await db.$transaction(async (tx) => {
        await hold(tx);
        counting = count();
        await untilSomebodyWaits(db);
        // A wait of this transaction for the counting run would be a deadlock.
        await tx.$executeRaw`set local lock_timeout = 1`;
        await revokeDownloadGrants(tx, { artifactIds: [fileOf(at.mod)] }, clock.now());
      });
      await counting;
      const grants = await db.downloadGrant.findMany({ where: { artifactId: fileOf(at.mod) } });
      expect(grants).toMatchObject([{ state: 'revoked', counts: true }]);
      expect((await totals()).mod).toBe(1);
    },
  );

  it('GET /v1/mods/{id} shows a new download count at once, under a new ETag', async () => {
    const before = await world.anon.get(`/mods/${at.mod.modId}`);
    const etag = before.headers.get('etag') ?? '';
    const unchanged = await world.anon.get(`/mods/${at.mod.modId}`, { 'If-None-Match': etag });
    const resolved = await world.anon.post(`/downloads/${fileOf(at.mod)}/resolve`);
    await count();
    const after = await world.anon.get(`/mods/${at.mod.modId}`, { 'If-None-Match': etag });
    expect([before.status, unchanged.status, resolved.status, after.status]).toEqual([
      200, 304, 200, 200,
    ]);
    expect(before.body.data.downloads_count).toBe(0);
    expect(after.body.data.downloads_count).toBe(1);
    expect({ ...after.body.data, downloads_count: 0 }).toEqual(before.body.data);
    const ids = { mod: at.mod.modId, version: at.mod.versions[0]?.versionId };
    const version = await world.anon.graphql(
      'query ($mod: ID!, $version: ID!) { getModVersion(modId: $mod, versionId: $version) { downloadsCount } }',
      ids,
    );
    expect(version.body.data.getModVersion).toEqual({ downloadsCount: 1 });
  });
});
