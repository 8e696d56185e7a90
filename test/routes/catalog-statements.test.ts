import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks } from '../../src/modules/catalog/index.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
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

/** The reads that a request causes; what the queue asks meanwhile is not counted. */
async function readsOf(path: string): Promise<number> {
  const statements = await world.statements(async () => {
    const { status, text } = await world.anon.get(path);
    if (status !== 200) throw new Error(text);
  });
  return statements.filter((sql) => !/\bjobs\b/.test(sql)).length;
}

describe('the statements of a read', () => {
  it('are two for a list of mods that nobody saw before, and one from then on', async () => {
    expect(await readsOf('/mods?game_slug=crowd&limit=50')).toBe(2);
    expect(await readsOf('/mods?game_slug=crowd&limit=50')).toBe(1);
  });

  it.each(['latest', 'downloads', 'trending'])(
    'do not grow with the mods of a list by %s',
    async (sort) => {
      await readsOf(`/mods?sort=${sort}&limit=100`);
      const few = await readsOf(`/mods?sort=${sort}&game_slug=single`);
      expect(await readsOf(`/mods?sort=${sort}&game_slug=crowd&limit=50`)).toBe(few);
    },
  );

  it('do not grow with the versions of a mod, with their files and dependencies', async () => {
    const few = await readsOf(`/mods/${one.modId}/versions`);
    expect(await readsOf(`/mods/${many.modId}/versions?limit=20`)).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  it('do not grow with what a search finds', async () => {
    await readsOf('/search?q=seeded&limit=100');
    const few = await readsOf('/search?q=seeded&limit=1');
    expect(await readsOf('/search?q=seeded&limit=50')).toBe(few);
  });

  it('do not grow with the mods that a plan selects', async () => {
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
