import { expect, it } from 'vitest';
import type { World } from '../../harness.js';
import { searchGame, walk } from './search-subject.js';

/** The promises about pages. */
export function walkContract(engine: string, world: World): void {
  it(`${engine} shows each hit of a walk once and in the order of one large page`, async () => {
    const game = await searchGame(world, 'contract-walk');
    await game.add(
      ...Array.from({ length: 47 }, (_, at) => ({
        title: at % 3 === 0 ? 'Orchard' : `Orchard ${'abcdefghij'[at % 10]}`,
        popularity: at % 4,
      })),
    );
    const all = (await game.find('orchard')).map(({ modId }) => modId);
    expect(all).toHaveLength(47);
    const walked: string[] = [];
    for (
      let page = await walk(game, 'orchard', 5);
      page.hits.length > 0;
      page = await page.next()
    ) {
      walked.push(...page.hits.map(({ modId }) => modId));
    }
    expect(walked).toEqual(all);
  });

  it(`${engine} neither repeats a hit nor shows a new one while mods change during a walk`, async () => {
    const game = await searchGame(world, 'contract-changes');
    const made = await game.add(
      ...Array.from({ length: 12 }, (_, at) => ({ title: 'Vineyard', popularity: at })),
    );
    const first = await walk(game, 'vineyard', 4);
    const shown = first.hits.map(({ modId }) => modId);
    const { search } = world.platform;
    const moved = made.find(({ modId }) => modId === shown[0]);
    const lower = { summaries: { en: 'Vineyard' }, titles: { en: 'Moved' }, revision: 2 };
    if (moved) await search.index([{ ...moved, ...lower }]);
    const [late] = await game.add({ title: 'Vineyard', popularity: -1 });
    const gone = made.filter(({ modId }) => !shown.includes(modId)).slice(0, 2);
    const goneIds = gone.map(({ modId }) => modId);
    const where = { id: { in: goneIds } };
    await world.platform.db.mod.updateMany({ where, data: { state: 'hidden' } });
    await search.remove(goneIds);
    const rest = await (await walkOn(first)).flatMap(({ hits }) => hits.map(({ modId }) => modId));
    expect(new Set([...shown, ...rest]).size).toBe(shown.length + rest.length);
    expect(rest).not.toContain(late?.modId);
    expect(rest.length).toBeGreaterThanOrEqual(6);
  });

  it(`${engine} keeps mods in a walk whose documents change without their texts`, async () => {
    const game = await searchGame(world, 'contract-kept');
    const made = await game.add(...Array.from({ length: 6 }, () => ({ title: 'Granary' })));
    const first = await walk(game, 'granary', 2);
    await world.platform.search.index(made.map((entry) => ({ ...entry, revision: 2 })));
    const rest = (await walkOn(first)).flatMap(({ hits }) => hits);
    expect(new Set([...first.hits, ...rest].map(({ modId }) => modId)).size).toBe(6);
  });

  it(`${engine} fills pages behind mods that are not published any more`, async () => {
    const game = await searchGame(world, 'contract-full');
    const made = await game.add(
      ...Array.from({ length: 60 }, (_, at) => ({ title: 'Quarry', popularity: -at })),
    );
    const hidden = made.slice(0, 50).map(({ modId }) => modId);
    await world.platform.db.mod.updateMany({
      where: { id: { in: hidden } },
      data: { state: 'hidden' },
    });
    expect((await walk(game, 'quarry', 10)).hits).toHaveLength(10);
  });

  it.each(['latest', 'trending', 'downloads'] as const)(
    `${engine} walks through the order %s without repeating a hit`,
    async (sort) => {
      const game = await searchGame(world, `contract-${sort}`);
      await game.add(...Array.from({ length: 5 }, () => ({ title: 'Meadow' })));
      const first = await game.find('meadow', { sort, limit: 3 });
      const last = first.at(-1);
      const next = await game.find('meadow', {
        sort,
        limit: 3,
        snapshot: last?.snapshot ?? null,
        after: last?.position ?? null,
      });
      const ids = [...first, ...next].map(({ modId }) => modId);
      expect(new Set(ids).size).toBe(ids.length);
      if (sort === 'latest') expect(ids).toHaveLength(5);
    },
  );
}

type Page = Awaited<ReturnType<typeof walk>>;

async function walkOn(first: Page): Promise<Page[]> {
  const pages: Page[] = [];
  for (let page = await first.next(); page.hits.length > 0; page = await page.next()) {
    pages.push(page);
  }
  return pages;
}
