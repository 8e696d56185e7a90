import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeRanks, lockRanks, recountDownloads } from '../../../src/modules/catalog/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { operate } from '../../admin/operator.js';
import { outside, untilSomebodyWaits } from '../../locks.js';
import { longTest, rounds } from '../../rounds.js';
import { type Seeded, seedMod } from '../../routes/catalog/catalog-rows.js';
import { DAY, fileOf, HOUR, useDownloads } from './counted-downloads.js';

const scene = useDownloads();
const { world } = scene;

describe('the trending sort', () => {
  /** The IDs of the trending mods of this scene.shelf, highest first. */
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
    const other = await seedMod(world, scene.shelf);
    for (const actor of ['a', 'b', 'c', 'd']) await scene.downloads([0], actor);
    await scene.count();
    expect((await trend())[0]).toBe(scene.mod.modId);
    const fresh = await scoreOf(scene.mod);
    world.clock.advance(2 * DAY);
    for (const actor of ['a', 'b', 'c']) await scene.downloads([0], actor, fileOf(other));
    await scene.count();
    expect((await trend()).slice(0, 2)).toEqual([other.modId, scene.mod.modId]);
    expect(await scoreOf(scene.mod)).toBeCloseTo((fresh ?? 0) / 2, 6);
  });

  longTest('freezing the ranks does not block the publication of mods', async () => {
    const { db } = world.platform;
    let freezing: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table download_days in access exclusive mode`;
      freezing = outside(() => freezeRanks(world.platform), 'jobs');
      await untilSomebodyWaits(db);
      await tx.$executeRaw`set local lock_timeout = 1`;
      await lockRanks(tx, 'shared');
    });
    await freezing;
  });

  it('the trending score drops to zero after seven days, and mods without downloads come last', async () => {
    await scene.downloads([0]);
    await scene.count();
    const fresh = await seedMod(world, scene.shelf);
    expect((await trend())[0]).toBe(scene.mod.modId);
    world.clock.advance(6 * DAY);
    await trend();
    expect(await scoreOf(scene.mod)).toBeGreaterThan(0);
    expect(await scoreOf(fresh)).toBe(0);
    world.clock.advance(1 * DAY);
    await trend();
    expect(await scoreOf(scene.mod)).toBe(0);
  });
});

describe('downloads recount', () => {
  const nothing = { days: 0, files: 0, versions: 0, mods: 0 };

  it('downloads recount restores damaged counts, reports how many, and keeps the imported counts', async () => {
    const { db } = world.platform;
    await db.downloadDay.create({
      data: {
        artifactId: fileOf(scene.mod),
        day: scene.secondsFromNow(0),
        downloads: 40,
        imported: 40,
      },
    });
    await scene.downloads([0, 1, 7 * HOUR]);
    await scene.count();
    expect((await recountDownloads(world.platform)).changed).toEqual({
      days: 0,
      files: 1,
      versions: 1,
      mods: 1,
    });
    const right = await scene.totals();
    expect(right.mod).toBe(42);
    const where = { artifactId: fileOf(scene.mod) };
    await db.downloadDay.updateMany({ where, data: { downloads: 7 } });
    await db.artifact.updateMany({
      where: { modId: scene.mod.modId },
      data: { downloadsCount: 9 },
    });
    await db.modVersion.updateMany({
      where: { modId: scene.mod.modId },
      data: { downloadsCount: 9 },
    });
    await db.mod.update({ where: { id: scene.mod.modId }, data: { downloadsCount: 9 } });
    const { printed } = await operate(world, 'downloads recount');
    expect(printed).toEqual({
      mods: await db.mod.count(),
      changed: { days: 1, files: 2, versions: 2, mods: 1 },
    });
    expect(await scene.totals()).toEqual(right);
  });

  longTest(
    'downloads recount does not block the publication of mods while it reads grants',
    async () => {
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
    },
  );

  it('downloads recount changes nothing after downloads, pruning and kills in any order', async () => {
    const { db } = world.platform;
    const pruned: CountedGrant[] = [];
    const prune = async () => {
      const admittedAt = { lt: scene.secondsFromNow(-90 * DAY) };
      const select = { artifactId: true, actor: true, admittedAt: true } as const;
      pruned.push(
        ...(await db.downloadGrant.findMany({ where: { counts: true, admittedAt }, select })),
      );
      await db.downloadGrant.deleteMany({ where: { counts: { not: null }, admittedAt } });
    };
    const kill = () =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`lock table download_days in share mode`;
        const ended = scene.count().catch(() => true);
        await Promise.race([ended, untilSomebodyWaits(db).catch(() => false)]);
        await scene.endWaiting();
        await ended;
      });
    const STEPS = {
      count: scene.count,
      twice: () => Promise.all([scene.count(), scene.count()]),
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
          await scene.downloads(times, actor, fileOf(scene.mod, file));
          world.clock.advance(advance);
          await STEPS[step]();
        }
        await scene.count();
        expect((await recountDownloads(world.platform)).changed).toEqual(nothing);
        expect(await scene.discrepancies()).toBe(0);
        const unchecked = { admittedAt: { not: null }, counts: null };
        expect(await db.downloadGrant.count({ where: unchecked })).toBe(0);
        await expectWindows(pruned);
      }),
      { numRuns: rounds(2, 12), endOnFailure: true },
    );
  });

  /** A grant that counted. */
  interface CountedGrant {
    readonly artifactId: string;
    readonly actor: string | null;
    readonly admittedAt: Date | null;
  }

  /**
   * Checks that counted grants of one actor and file are six hours apart and that none is missing. A
   * grant that was checked late may be in the window of a pruned one.
   */
  async function expectWindows(pruned: readonly CountedGrant[]) {
    const [row] = await world.platform.db.$queryRaw<{ near: number; missed: number }[]>`
      with counted as (
        select id, artifact_id, actor, admitted_at from download_grants where counts
        union all
        select null, "artifactId", actor, "admittedAt"
        from json_to_recordset(${JSON.stringify(pruned)}::json)
          as p("artifactId" uuid, actor text, "admittedAt" timestamptz))
      select count(*) filter (where g.counts and h.near)::int as near,
        count(*) filter (where not g.counts and not h.near)::int as missed
      from download_grants g, lateral (select exists (
        select from counted o where o.artifact_id = g.artifact_id and o.actor = g.actor
          and o.id is distinct from g.id and o.admitted_at <= g.admitted_at
          and o.admitted_at > g.admitted_at - make_interval(secs => ${LIMITS.countedDownloadWindowSeconds}))
        as near) h`;
    expect(row).toEqual({ near: 0, missed: 0 });
  }
});
