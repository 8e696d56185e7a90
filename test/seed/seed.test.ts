import { beforeAll, describe, expect, it, vi } from 'vitest';
import { indexMod, rewriteModDocument } from '../../src/modules/catalog/index.js';
import { verifyBlobs } from '../../src/modules/storage/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { seedDemo } from '../../src/seed/seed-demo.js';
import type { Json } from '../actors.js';
import { operate } from '../admin/operator.js';
import { useWorld, type World } from '../harness.js';
import { longTest, rounds } from '../rounds.js';

const PUBLIC_URL = 'https://mods.example';
const world = useWorld({ PUBLIC_URL });
const other = useWorld({ PUBLIC_URL });

/** Every mod has two versions. */
const MODS = rounds(40, 120);
const seed = (on: World, flags = '') => operate(on, `demo seed --mods ${MODS} ${flags}`);

beforeAll(async () => {
  await seed(world);
});

/** All items of a list. Cursors differ between installations, so only items are compared. */
async function walk(on: World, path: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await on.anon.get(`${path}limit=100${cursor && `&cursor=${cursor}`}`);
    items.push(...page.body.data);
    cursor = page.body.pagination.next_cursor;
  }
  return items;
}

describe('demo seed', () => {
  it('demo seed makes the same catalog in every installation', async () => {
    const { printed } = await seed(other);
    expect(printed).toEqual({ mods: MODS, versions: 2 * MODS, artifacts: 2 * MODS });
    const one = await walk(world, '/mods?');
    expect(one).toHaveLength(MODS);
    expect(JSON.stringify(await walk(other, '/mods?'))).toBe(JSON.stringify(one));
    const path = `/mods/${one[7].id}/versions?`;
    const files = await walk(world, path);
    expect(JSON.stringify(await walk(other, path))).toBe(JSON.stringify(files));
  });

  it('a repeated demo seed changes nothing, and a larger one adds the missing mods', async () => {
    const before = await walk(other, '/mods?');
    expect((await seed(other)).printed).toEqual({
      mods: MODS,
      versions: 2 * MODS,
      artifacts: 2 * MODS,
    });
    expect(await walk(other, '/mods?')).toEqual(before);
    await operate(other, `demo seed --mods ${MODS + 10}`);
    const after = await walk(other, '/mods?');
    const byId = new Map(after.map((mod) => [mod.id, mod]));
    expect(after).toHaveLength(MODS + 10);
    expect(before.map(({ id }) => byId.get(id))).toEqual(before);
  });

  it('a demo seed that stopped before its last steps does them when it is repeated', async () => {
    const { platform } = other;
    const authors = { seed: 'stopped', mods: 2, versionsPerMod: 1 };
    const refresh = vi.spyOn(platform.search, 'refresh');
    refresh.mockRejectedValueOnce(new Error('killed'));
    await expect(seedDemo(platform, authors)).rejects.toThrow('killed');
    await seedDemo(platform, authors);
    expect(refresh).toHaveBeenCalledTimes(2);
    refresh.mockRestore();
  });

  longTest('demo seed with another name adds its own mods', async () => {
    const { printed } = await operate(other, 'demo seed --mods 3 --seed other');
    expect(printed).toEqual({ mods: 3, versions: 6, artifacts: 6 });
    expect(await other.platform.db.mod.count()).toBe(MODS + 15);
  });

  longTest(
    'demo seed refuses another number of versions for existing mods and changes nothing',
    async () => {
      for (const number of [1, 3]) {
        const { exitCode, refused } = await seed(world, `--versions-per-mod ${number}`);
        expect(exitCode).toBe(1);
        expect(refused.error).toMatch(/stands with another number of versions/);
      }
      expect(await world.platform.db.modVersion.count()).toBe(2 * MODS);
    },
  );
});

describe('a seeded mod', () => {
  it('a seeded mod has the mod document, the facets and the search document that the service would write', async () => {
    const { db } = world.platform;
    const before = await db.mod.findMany({ orderBy: { id: 'asc' }, take: rounds(5, 20) });
    const indexed = (id: string) =>
      db.$queryRaw`select titles, body::text, labels, popularity from search_entries
        where mod_id = ${id}::uuid and closed_in is null`;
    for (const mod of before) {
      const document = await indexed(mod.id);
      await db.$transaction((tx) => rewriteModDocument(tx, mod.id));
      const after = await db.mod.findUniqueOrThrow({ where: { id: mod.id } });
      const revision = mod.documentRevision + 1;
      expect(after).toEqual({ ...mod, documentRevision: revision, composedRevision: revision });
      await indexMod(world.platform, mod.id);
      expect(await indexed(mod.id)).toEqual(document);
    }
  });

  it('seeded versions list their files, and a plan resolves them with their dependencies', async () => {
    const [dependency] = await world.platform.db.dependency.findMany({
      include: { mod: { include: { game: true } }, version: true },
      take: 1,
    });
    if (!dependency) throw new Error('no mod of the seed requires another');
    const { mod, version } = dependency;
    const versions = await walk(world, `/mods/${mod.id}/versions?`);
    expect(versions).toHaveLength(2);
    for (const { artifacts } of versions) expect(artifacts).toHaveLength(1);
    const plan = await world.anon.post('/install-plans:resolve', {
      game_slug: mod.game.slug,
      game_version: version.gameVersions[0],
      loader: version.loaderPlatforms[0],
      versions: [{ mod_id: mod.id, version_id: version.id }],
      release_channel: 'beta',
    });
    expect(plan.body.data.status).toBe('resolved');
    const chosen = plan.body.data.items.map((item: Json) => item.mod_id);
    expect(chosen).toContain(dependency.targetModId);
  });

  it('a seeded mod is found by its name, its category and its numbers', async () => {
    const { body } = await world.anon.get('/mods?sort=downloads&limit=1');
    const [most] = body.data;
    const all = await world.platform.db.mod.aggregate({ _max: { downloadsCount: true } });
    expect(most.downloads_count).toBe(Number(all._max.downloadsCount));
    const found = await world.anon.get(`/mods?q=${encodeURIComponent(most.title.en)}`);
    expect(found.body.data.map((mod: Json) => mod.id)).toContain(most.id);
    const { game, categories, loaders } = most;
    const shelf = `/mods?game_slug=${game.slug}&category=${categories[0].slug}&loader=${loaders[0]}&`;
    expect((await walk(world, shelf)).map((mod) => mod.id)).toContain(most.id);
  });

  longTest('a seeded mod is found again after the search index was lost and rebuilt', async () => {
    await world.platform.db.searchEntry.deleteMany();
    expect((await world.anon.get('/mods?q=lanterns')).body.data).toEqual([]);
    expect((await operate(world, 'search reindex')).printed).toEqual({ indexed: MODS });
    expect((await world.anon.get('/mods?q=lanterns')).body.data).not.toEqual([]);
  });

  it('seeded download counts agree with the counted days, and trending covers the last week', async () => {
    const { printed } = await operate(world, 'downloads recount');
    expect(printed).toEqual({ mods: MODS, changed: { days: 0, files: 0, versions: 0, mods: 0 } });
    const { _sum: ever } = await world.platform.db.modVersion.aggregate({
      _sum: { downloadsCount: true },
    });
    const weekAgo = new Date(world.clock.now().getTime() - 7 * 86_400_000);
    const { _sum: recent } = await world.platform.db.downloadDay.aggregate({
      where: { day: { gt: weekAgo } },
      _sum: { downloads: true },
    });
    const [first] = (await world.anon.get('/mods?sort=trending&limit=1')).body.data;
    expect(Number(ever.downloadsCount)).toBeGreaterThan(Number(recent.downloads));
    expect(first.downloads_count).toBeGreaterThan(Number(recent.downloads) / MODS);
  });

  it('a verification of stored files leaves seeded ones available', async () => {
    await verifyBlobs(createSystemContext(world.platform, 'test'), new AbortController().signal);
    expect(await world.platform.db.blob.count({ where: { state: 'corrupt' } })).toBe(0);
  });

  it('a seed leaves no upload session for the clean-up', async () => {
    const open = await world.platform.db.uploadSession.count({
      where: { OR: [{ cleanedAt: null }, { state: { not: 'published' } }] },
    });
    expect(open).toBe(0);
  });
});
