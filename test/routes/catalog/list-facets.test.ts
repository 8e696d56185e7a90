import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compactFacetCounts } from '../../../src/modules/catalog/index.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame } from '../../publishing.js';
import { rounds } from '../../rounds.js';
import { type Shelf, seedMod, shelfOf } from './catalog-rows.js';
import { facetsOf, version } from './facet-requests.js';

const world = useWorld();
const facets = facetsOf(world);
let shelf: Shelf;
let foreign: Shelf;
/** The mods of the first game. */
const mods: string[] = [];

beforeAll(async () => {
  for (const slug of ['counted', 'foreign']) await newGame(world, slug);
  shelf = await shelfOf(world, 'counted');
  foreign = await shelfOf(world, 'foreign');
  const made = [
    { category: 'tools', versions: [version(['fabric', 'forge'], ['1.20'])] },
    { category: 'tools', versions: [version(['fabric'], ['1.21'])] },
    { category: 'magic', versions: [version([], [])] },
  ];
  for (const mod of made) mods.push((await seedMod(world, shelf, mod)).modId);
  await seedMod(world, foreign, { category: 'tools', versions: [version(['fabric'], [])] });
  await draftMod(await world.creator('alice'), 'counted', { title: { en: 'Draft' } });
  await world.settled();
});

/** The counts of a game by the mods themselves. */
async function recounted(gameId: string): Promise<Map<string, number>> {
  const rows = await world.platform.db.mod.findMany({ where: { gameId, state: 'published' } });
  const counts = new Map<string, number>();
  for (const key of rows.flatMap(({ facets: keys }) => ['', ...keys])) {
    if (key === '' || /^[cvl]:/.test(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The counts of a game by the stored changes. */
async function stored(gameId: string): Promise<Map<string, number>> {
  const rows = await world.platform.db.facetCount.findMany({ where: { gameId } });
  const counts = new Map<string, number>();
  for (const { key, mods: change } of rows) counts.set(key, (counts.get(key) ?? 0) + change);
  return new Map([...counts].filter(([, count]) => count !== 0));
}

describe('facets without a text', () => {
  it('facets without a text count all published mods', async () => {
    expect(await facets()).toEqual({
      total: 4,
      complete: true,
      games: [
        { slug: 'counted', name: 'counted', count: 3 },
        { slug: 'foreign', name: 'foreign', count: 1 },
      ],
      categories: [
        { slug: 'tools', name: 'Tools', count: 3 },
        { slug: 'magic', name: 'Magic', count: 1 },
      ],
      loaders: [
        { value: 'fabric', count: 3 },
        { value: 'forge', count: 1 },
      ],
      game_versions: [
        { value: '1.20', count: 1 },
        { value: '1.21', count: 1 },
      ],
    });
  });

  it('facets without a text count only the mods that pass the filters', async () => {
    const inGame = await facets('game_slug=foreign');
    expect([inGame.total, inGame.games, inGame.loaders]).toEqual([
      1,
      [{ slug: 'foreign', name: 'foreign', count: 1 }],
      [{ value: 'fabric', count: 1 }],
    ]);
    const forge = await facets('game_slug=counted&loader=forge&game_version=1.20');
    expect([forge.total, forge.categories]).toEqual([
      2,
      [
        { slug: 'magic', name: 'Magic', count: 1 },
        { slug: 'tools', name: 'Tools', count: 1 },
      ],
    ]);
    expect((await facets('category=tools')).total).toBe(3);
    expect((await facets('author=seeder-foreign')).total).toBe(1);
    for (const none of ['author=nobody', 'game_slug=nowhere', 'category=none', 'loader=%25']) {
      const { total, games, categories } = await facets(none);
      expect([none, total, games, categories]).toEqual([
        none,
        none === 'loader=%25' ? 1 : 0,
        ...(none === 'loader=%25'
          ? [[{ slug: 'counted', name: 'counted', count: 1 }], [expect.anything()]]
          : [[], []]),
      ]);
    }
  });

  it('facets without a text have the total of the list with the same filters', async () => {
    for (const query of ['', 'game_slug=counted', 'loader=fabric', 'author=seeder-counted']) {
      const { body } = await world.anon.get(`/mods?limit=100&${query}`);
      expect([query, (await facets(query)).total]).toEqual([query, body.data.length]);
    }
  });

  it('facets without a text are a 304 until a mod is hidden', async () => {
    const path = '/beta/search/facets?game_slug=counted';
    const { headers } = await world.anon.get(path);
    const again = { 'If-None-Match': headers.get('etag') ?? '' };
    expect((await world.anon.get(path, again)).status).toBe(304);
    const where = { id: mods[0] ?? '' };
    await world.platform.db.mod.update({ where, data: { state: 'hidden' } });
    const { status, body } = await world.anon.get(path, again);
    expect([status, body.data.total]).toEqual([200, 2]);
    await world.platform.db.mod.update({ where, data: { state: 'published' } });
    expect((await world.anon.get(path, again)).status).toBe(304);
  });
});

/** A write of a mod, and whether the counts are compacted after it. */
interface Change {
  readonly mod: number;
  readonly state: 'published' | 'hidden' | 'archived';
  readonly facets: string[];
  readonly moves: boolean;
  readonly isCompacted: boolean;
}

describe('the stored counts of facets', () => {
  const key = fc.constantFrom('c:tools', 'v:1.20', 'v:1.21', 'l:fabric', 'l', 'v', 'p:[null,null]');
  const change: fc.Arbitrary<Change> = fc.record({
    mod: fc.nat(2),
    state: fc.constantFrom('published' as const, 'hidden' as const, 'archived' as const),
    facets: fc.uniqueArray(key),
    moves: fc.boolean(),
    isCompacted: fc.boolean(),
  });

  it('stored counts equal a recount after any sequence of changes', async () => {
    const { db } = world.platform;
    const one = async ({ mod, moves, isCompacted, ...data }: Change) => {
      const gameId = moves ? foreign.gameId : shelf.gameId;
      const slug = `moved-${mod}`;
      await db.mod.update({ where: { id: mods[mod] ?? '' }, data: { ...data, slug, gameId } });
      if (isCompacted) await compactFacetCounts(world.platform);
    };
    const all = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (list) => {
      for (const next of list) await one(next);
      for (const { gameId } of [shelf, foreign]) {
        expect(await stored(gameId)).toEqual(await recounted(gameId));
      }
    });
    await fc.assert(all, { numRuns: rounds(5, 100) });
  });

  it('stored counts equal a recount after concurrent changes and compactions', async () => {
    const { db } = world.platform;
    const turns = Array.from({ length: 12 }, async (_, at) => {
      const data = { facets: [`v:${at % 4}`, 'l:fabric'], state: 'published' as const };
      await db.mod.update({ where: { id: mods[at % 3] ?? '' }, data });
      await compactFacetCounts(world.platform);
    });
    await Promise.all(turns);
    for (const { gameId } of [shelf, foreign]) {
      expect(await stored(gameId)).toEqual(await recounted(gameId));
    }
  });
});
