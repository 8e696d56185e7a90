import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks } from '../../src/modules/catalog/index.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
import { everyNth } from '../rounds.js';
import { type Seeded, type Shelf, seedMod, seedVersion, shelfOf } from './catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
let one: Seeded;
let many: Seeded;

beforeAll(async () => {
  await newGame(world, 'single');
  await newGame(world, 'crowd');
  one = await seedMod(world, await shelfOf(world, 'single'));
  const shelf: Shelf = await shelfOf(world, 'crowd');
  for (let i = 0; i < 50; i += 1) many = await seedMod(world, shelf);
  for (let i = 0; i < 19; i += 1) {
    await seedVersion(world, shelf, many.modId, {
      version: `2.${i}.0`,
      dependencies: [{ kind: 'optional', modId: one.modId }],
    });
  }
  await freezeRanks(world.platform);
});

/** Counts the statements of a request without those of the job queue and of the synonyms, which a
 * process reads every few seconds. */
async function readsOf(path: string): Promise<number> {
  const statements = await world.statements(async () => {
    const { status, text } = await world.anon.get(path);
    if (status !== 200) throw new Error(text);
  });
  return statements.filter((sql) => !/\b(?:jobs|search_synonyms)\b/.test(sql)).length;
}

describe('number of statements per read', () => {
  it('a mod list runs two statements for uncached mods and one afterwards', async () => {
    expect(await readsOf('/mods?game_slug=crowd&limit=50')).toBe(2);
    expect(await readsOf('/mods?game_slug=crowd&limit=50')).toBe(1);
  });

  it.each(everyNth(['latest', 'downloads', 'trending'], 2))(
    'the number of statements is the same for a mod list of any length by %s',
    async (sort) => {
      await readsOf(`/mods?sort=${sort}&limit=100`);
      const few = await readsOf(`/mods?sort=${sort}&game_slug=single`);
      expect(await readsOf(`/mods?sort=${sort}&game_slug=crowd&limit=50`)).toBe(few);
    },
  );

  it('a version list runs the same number of statements for any number of versions', async () => {
    const few = await readsOf(`/mods/${one.modId}/versions`);
    expect(await readsOf(`/mods/${many.modId}/versions?limit=20`)).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  it('a search runs the same number of statements for any number of results', async () => {
    await readsOf('/search?q=seeded&limit=100');
    const few = await readsOf('/search?q=seeded&limit=1');
    expect(await readsOf('/search?q=seeded&limit=50')).toBe(few);
  });

  it('suggestions run the same number of statements for any number of results', async () => {
    await readsOf('/beta/suggest?q=mod&limit=10');
    const few = await readsOf('/beta/suggest?q=mod&limit=1');
    expect(await readsOf('/beta/suggest?q=mod&limit=10')).toBe(few);
    // A search takes up to three; then the titles, authors and categories.
    expect(few).toBeLessThanOrEqual(6);
  });

  it('facets run the same number of statements for any number of results', async () => {
    const few = await readsOf('/beta/search/facets?q=seeded&game_slug=single');
    expect(await readsOf('/beta/search/facets?q=seeded')).toBe(few);
    // A search takes up to three; then the names.
    expect(few).toBeLessThanOrEqual(4);
  });

  it('an install plan runs the same number of statements for any number of mods', async () => {
    const shelf = await world.platform.db.mod.findMany({ where: { game: { slug: 'crowd' } } });
    const planOf = async (count: number) => {
      const statements = await world.statements(async () => {
        const mod_ids = shelf.slice(0, count).map(({ id }) => id);
        const answer = await world.anon.post('/install-plans:resolve', {
          game_slug: 'crowd',
          mod_ids,
        });
        expect(answer.body.data.items).toHaveLength(count);
      });
      return statements.filter((sql) => !/\bjobs\b/.test(sql)).length;
    };
    expect(await planOf(50)).toBe(await planOf(1));
  });
});
