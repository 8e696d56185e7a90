import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countDownloads,
  freezeRanks,
  holdRanks,
  lockMod,
  recountDownloads,
} from '../../src/modules/catalog/index.js';
import { revokeGrants } from '../../src/modules/storage/index.js';
import type { Tx } from '../../src/platform/database/connect.js';
import { LIMITS } from '../../src/registry/limits.js';
import { newId } from '../../src/request/ids.js';
import { operate } from '../admin/operator.js';
import { useWorld } from '../harness.js';
import { outside, untilSomebodyWaits } from '../locks.js';
import { newGame } from '../publishing.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../routes/catalog-rows.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const world = useWorld({}, { jobs: 'when-settled' });
let shelf: Shelf;
let mod: Seeded;

beforeAll(async () => {
  await newGame(world, 'counted');
  shelf = await shelfOf(world, 'counted');
  world.clock.stop();
});

beforeEach(async () => {
  // At noon, so that adding a few hours stays on the same day.
  const timeOfDay = (world.clock.now().getTime() / 1000) % DAY;
  world.clock.advance(10.5 * DAY - timeOfDay);
  mod = await seedMod(world, shelf, { versions: [{ version: '1.0.0' }, { version: '2.0.0' }] });
});

const count = () =>
  outside(() => countDownloads(world.platform, new AbortController().signal), 'jobs');
const fileOf = ({ versions }: Seeded, at = 0) => versions[at]?.artifactId ?? '';
const secondsFromNow = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);

/** A grant as the routes write it, in state waiting if it was never admitted. */
async function grant(artifactId: string, actor: string, admittedAt: Date | null): Promise<string> {
  const { id } = await world.platform.db.downloadGrant.create({
    data: {
      artifactId,
      blobId: newId(),
      actor,
      state: admittedAt ? 'active' : 'waiting',
      sizeBytes: 1,
      provider: 'primary',
      expiresAt: secondsFromNow(300),
      admittedAt,
    },
  });
  return id;
}

/** Downloads of one file by one actor, each at an offset in seconds from now. */
async function downloads(seconds: readonly number[], actor = 'user:ada', file = fileOf(mod)) {
  for (const after of seconds) await grant(file, actor, secondsFromNow(after));
}

/** The verdicts on an actor's downloads of the first file, in their order. */
async function verdicts(actor = 'user:ada'): Promise<(boolean | null)[]> {
  const rows = await world.platform.db.downloadGrant.findMany({
    where: { artifactId: fileOf(mod), actor },
    orderBy: [{ admittedAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ counts }) => counts);
}

/** The download counts of a mod and of its versions, files and days. */
async function totals({ modId }: Seeded = mod) {
  const { db } = world.platform;
  const found = await db.mod.findUniqueOrThrow({
    where: { id: modId },
    include: { versions: { include: { artifacts: true }, orderBy: { version: 'asc' } } },
  });
  const artifacts = found.versions.flatMap((version) => version.artifacts);
  const days = await db.downloadDay.groupBy({
    by: 'day',
    where: { artifactId: { in: artifacts.map(({ id }) => id) } },
    _sum: { downloads: true },
    orderBy: { day: 'asc' },
  });
  return {
    mod: Number(found.downloadsCount),
    versions: found.versions.map((version) => Number(version.downloadsCount)),
    files: artifacts.map((artifact) => Number(artifact.downloadsCount)),
    days: days.map((day) => Number(day._sum.downloads)),
  };
}

/** The number of rows in the database whose count differs from the sum of its parts. */
async function discrepancies(): Promise<number> {
  const [row] = await world.platform.db.$queryRaw<{ wrong: number }[]>`select (
    (select count(*) from mods m where downloads_count <> (
      select coalesce(sum(downloads_count), 0) from mod_versions where mod_id = m.id)) +
    (select count(*) from mod_versions v where downloads_count <> (
      select coalesce(sum(downloads_count), 0) from artifacts where version_id = v.id)) +
    (select count(*) from artifacts a where downloads_count <> (
      select coalesce(sum(downloads), 0) from download_days where artifact_id = a.id)))::int as wrong`;
  return row?.wrong ?? -1;
}

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
    await downloads([0, 1], 'user:ada', fileOf(mod, 1));
    await count();
    expect(await totals()).toEqual({ mod: 3, versions: [2, 1], files: [2, 1], days: [3] });
    const { db } = world.platform;
    const later = await seedMod(world, shelf);
    await downloads([0], 'user:ada', fileOf(later));
    await count();
    expect((await totals(later)).mod).toBe(1);
    expect(await db.modVersion.findMany({ where: { revision: { gt: 1 } } })).toEqual([]);
  });

  it('a waiting download counts only after it is admitted', async () => {
    const id = await grant(fileOf(mod), 'user:ada', null);
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
      where: { artifactId: fileOf(mod) },
      data: renewed,
    });
    world.clock.advance(7 * HOUR);
    await count();
    expect((await totals()).mod).toBe(1);
  });

  it('a download counts on the UTC day of its admission, even if its mod was deleted since', async () => {
    await downloads([0, 12 * HOUR - 0.001, 36 * HOUR]);
    await world.platform.db.mod.update({ where: { id: mod.modId }, data: { state: 'deleted' } });
    await count();
    expect((await totals()).days).toEqual([2, 1]);
  });

  it('downloads get the same verdicts if counting was interrupted for a day', async () => {
    await downloads([0]);
    await count();
    await downloads([5 * HOUR, 7 * HOUR]);
    await manyGrants(1_500, 4 * HOUR);
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

/** Inserts downloads of the mod's files, one per actor, all at the same offset from now. */
async function manyGrants(number: number, seconds: number): Promise<void> {
  await world.platform.db.$executeRaw`
    insert into download_grants (id, job_id, session_id, artifact_id, blob_id, actor, state,
      size_bytes, provider, expires_at, admitted_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
      (${mod.versions.map(({ artifactId }) => artifactId)}::uuid[])[1 + n % 2], gen_random_uuid(),
      'many:' || n, 'active', 1, 'primary', now(), ${secondsFromNow(seconds)}::timestamptz
    from generate_series(1, ${number}::int) n`;
}

/** Terminates the connections that wait for a lock. */
const endWaiting = () =>
  outside(
    async () =>
      await world.platform.db.$executeRaw`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    'health',
  );

describe('runs of count-downloads', () => {
  it('concurrent runs of count-downloads count every download once', async () => {
    await manyGrants(2_500, 0);
    await manyGrants(2_500, 1);
    await Promise.all([count(), count(), count()]);
    await count();
    expect(await totals()).toMatchObject({ mod: 2_500, versions: [1_250, 1_250] });
    expect(await discrepancies()).toBe(0);
  });

  it('count-downloads loses nothing if it is killed between judging and summing', async () => {
    const { db } = world.platform;
    await downloads([0]);
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from mods where id = ${mod.modId}::uuid for update`;
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
    ['withdrawn or deleted', (tx: Tx) => lockMod(tx, mod.modId)],
    [
      'found infected',
      (tx: Tx) => tx.artifact.update({ where: { id: fileOf(mod) }, data: { revision: 2 } }),
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
        await revokeGrants(tx, { artifactIds: [fileOf(mod)] }, clock.now());
      });
      await counting;
      const grants = await db.downloadGrant.findMany({ where: { artifactId: fileOf(mod) } });
      expect(grants).toMatchObject([{ state: 'revoked', counts: true }]);
      expect((await totals()).mod).toBe(1);
    },
  );

  it('GET /v1/mods/{id} shows a new download count at once, under a new ETag', async () => {
    const before = await world.anon.get(`/mods/${mod.modId}`);
    const etag = before.headers.get('etag') ?? '';
    const unchanged = await world.anon.get(`/mods/${mod.modId}`, { 'If-None-Match': etag });
    const resolved = await world.anon.post(`/downloads/${fileOf(mod)}/resolve`);
    await count();
    const after = await world.anon.get(`/mods/${mod.modId}`, { 'If-None-Match': etag });
    expect([before.status, unchanged.status, resolved.status, after.status]).toEqual([
      200, 304, 200, 200,
    ]);
    expect(before.body.data.downloads_count).toBe(0);
    expect(after.body.data.downloads_count).toBe(1);
    expect({ ...after.body.data, downloads_count: 0 }).toEqual(before.body.data);
    const ids = { mod: mod.modId, version: mod.versions[0]?.versionId };
    const version = await world.anon.graphql(
      'query ($mod: ID!, $version: ID!) { getModVersion(modId: $mod, versionId: $version) { downloadsCount } }',
      ids,
    );
    expect(version.body.data.getModVersion).toEqual({ downloadsCount: 1 });
  });
});

describe('the trending sort', () => {
  /** The IDs of the trending mods of this shelf, highest first. */
  async function trend(): Promise<string[]> {
    await freezeRanks(world.platform);
    const { body } = await world.anon.get('/mods?game_slug=counted&sort=trending&limit=100');
    return body.data.map(({ id }: { id: string }) => id);
  }

  async function scoreOf({ modId }: Seeded): Promise<number | undefined> {
    const row = await world.platform.db.modRank.findFirst({
      where: { modId, kind: 'trending' },
      orderBy: { generation: 'desc' },
    });
    return row?.value;
  }

  it('the trending score halves every two days', async () => {
    const other = await seedMod(world, shelf);
    for (const actor of ['a', 'b', 'c', 'd']) await downloads([0], actor);
    await count();
    expect((await trend())[0]).toBe(mod.modId);
    const fresh = await scoreOf(mod);
    world.clock.advance(2 * DAY);
    for (const actor of ['a', 'b', 'c']) await downloads([0], actor, fileOf(other));
    await count();
    expect((await trend()).slice(0, 2)).toEqual([other.modId, mod.modId]);
    expect(await scoreOf(mod)).toBeCloseTo((fresh ?? 0) / 2, 6);
  });

  it('freezing the ranks does not block the publication of mods', async () => {
    const { db } = world.platform;
    let freezing: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table download_days in access exclusive mode`;
      freezing = outside(() => freezeRanks(world.platform), 'jobs');
      await untilSomebodyWaits(db);
      await tx.$executeRaw`set local lock_timeout = 1`;
      await holdRanks(tx, 'shared');
    });
    await freezing;
  });

  it('the trending score drops to zero after seven days, and mods without downloads come last', async () => {
    await downloads([0]);
    await count();
    const fresh = await seedMod(world, shelf);
    expect((await trend())[0]).toBe(mod.modId);
    world.clock.advance(6 * DAY);
    await trend();
    expect(await scoreOf(mod)).toBeGreaterThan(0);
    expect(await scoreOf(fresh)).toBe(0);
    world.clock.advance(1 * DAY);
    await trend();
    expect(await scoreOf(mod)).toBe(0);
  });
});

describe('downloads recount', () => {
  const nothing = { days: 0, files: 0, versions: 0, mods: 0 };

  it('downloads recount restores damaged counts, reports how many, and keeps the imported counts', async () => {
    const { db } = world.platform;
    await db.downloadDay.create({
      data: { artifactId: fileOf(mod), day: secondsFromNow(0), downloads: 40, imported: 40 },
    });
    await downloads([0, 1, 7 * HOUR]);
    await count();
    expect((await recountDownloads(world.platform)).changed).toEqual({
      ...{ days: 0, files: 1, versions: 1, mods: 1 },
    });
    const right = await totals();
    expect(right.mod).toBe(42);
    const where = { artifactId: fileOf(mod) };
    await db.downloadDay.updateMany({ where, data: { downloads: 7 } });
    await db.artifact.updateMany({ where: { modId: mod.modId }, data: { downloadsCount: 9 } });
    await db.modVersion.updateMany({ where: { modId: mod.modId }, data: { downloadsCount: 9 } });
    await db.mod.update({ where: { id: mod.modId }, data: { downloadsCount: 9 } });
    const { printed } = await operate(world, 'downloads recount');
    expect(printed).toEqual({
      mods: await db.mod.count(),
      changed: { days: 1, files: 2, versions: 2, mods: 1 },
    });
    expect(await totals()).toEqual(right);
  });

  it('downloads recount does not block the publication of mods while it reads grants', async () => {
    const { db } = world.platform;
    let recounting: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table download_grants in access exclusive mode`;
      recounting = outside(() => recountDownloads(world.platform));
      await untilSomebodyWaits(db);
      await tx.$executeRaw`set local lock_timeout = 1`;
      await tx.$queryRaw`select id from mods order by id for update`;
    });
    await recounting;
  });

  it('downloads recount changes nothing after downloads, pruning and kills in any order', async () => {
    const { db } = world.platform;
    const prune = () =>
      db.downloadGrant.deleteMany({
        where: { counts: { not: null }, admittedAt: { lt: secondsFromNow(-90 * DAY) } },
      });
    const kill = () =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`lock table download_days in share mode`;
        const ended = count().catch(() => true);
        await Promise.race([ended, untilSomebodyWaits(db).catch(() => false)]);
        await endWaiting();
        await ended;
      });
    const STEPS = {
      count,
      twice: () => Promise.all([count(), count()]),
      prune,
      kill,
    };
    const turn = fc.record({
      seconds: fc.array(fc.integer({ min: 0, max: 14 * HOUR }), { maxLength: 6 }),
      actor: fc.constantFrom('a', 'b'),
      file: fc.nat({ max: 1 }),
      advance: fc.constantFrom(HOUR, DAY, 50 * DAY),
      step: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 3, maxLength: 7 }), async (turns) => {
        for (const { seconds, actor, file, advance, step } of turns) {
          const times = seconds.map((second) => second % advance);
          await downloads(times, actor, fileOf(mod, file));
          world.clock.advance(advance);
          await STEPS[step]();
        }
        await count();
        expect((await recountDownloads(world.platform)).changed).toEqual(nothing);
        expect(await discrepancies()).toBe(0);
        const unjudged = { admittedAt: { not: null }, counts: null };
        expect(await db.downloadGrant.count({ where: unjudged })).toBe(0);
        await expectWindows();
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  /**
   * Checks that counted grants of one actor and file are six hours apart and that none is missing.
   */
  async function expectWindows() {
    const [row] = await world.platform.db.$queryRaw<{ near: number; missed: number }[]>`
      select count(*) filter (where g.counts and h.near)::int as near,
        count(*) filter (where not g.counts and not h.near)::int as missed
      from download_grants g, lateral (select exists (
        select from download_grants o where o.artifact_id = g.artifact_id and o.actor = g.actor
          and o.id <> g.id and o.counts and o.admitted_at <= g.admitted_at
          and o.admitted_at > g.admitted_at - make_interval(secs => ${LIMITS.countedDownloadWindowSeconds}))
        as near) h`;
    expect(row).toEqual({ near: 0, missed: 0 });
  }
});
