import { expect, it } from 'vitest';
import { createVocabulary } from '../../../src/platform/search/plan/vocabulary.js';
import { CANDIDATES } from '../../../src/platform/search/postgres/candidates.js';
import { useWorld } from '../../harness.js';
import { longTest } from '../../rounds.js';
import { type SearchGame, searchGame, walk } from './search-subject.js';

const world = useWorld();

/** Letters that make a word another word. */
const endings = Array.from({ length: 50 }, (_, at) =>
  'abcdefghij'.charAt(at % 10).repeat(1 + Math.floor(at / 10)),
);

/** More mods than a group has candidates. */
const numbers = Array.from({ length: 510 }, (_, at) => at);

/**
 * Makes a search expect 100,000 mods with each term in a game. The first level of popularity has the
 * mods with more than 500 downloads.
 */
async function asInLargeGame({ gameId }: SearchGame, ...terms: readonly string[]): Promise<void> {
  const { db } = world.platform;
  await db.$executeRaw`insert into search_statistics (game_id, mods, thresholds)
    values (${gameId}::uuid, 100000, '{500}')`;
  const counts = { names: 100_000, texts: 100_000, body: 100_000 };
  await db.searchTerm.createMany({ data: terms.map((term) => ({ term, ...counts })) });
}

it('a page that titles fill is the beginning of the whole result', async () => {
  const game = await searchGame(world, 'filled');
  await game.add(
    ...endings.slice(0, 20).map((ending, at) => ({ title: `Lagoon ${ending}`, popularity: at })),
    ...endings.slice(0, 20).map((ending, at) => ({
      title: `Basin ${ending}`,
      summary: 'With a lagoon.',
      popularity: 100 + at,
    })),
    { title: 'Lagoon Lake', description: 'A lake.' },
    { title: 'Deep', keywords: ['lagoon-lake'], popularity: 1000 },
  );
  for (const text of ['lagoon', 'lagoo', 'lagon', 'lagoon lake']) {
    const whole = (await game.find(text, { limit: 50 })).map((hit) => hit.modId);
    const walked: string[] = [];
    for (let page = await walk(game, text, 3); page.hits.length > 0; page = await page.next()) {
      walked.push(...page.hits.map(({ modId }) => modId));
    }
    expect([text, walked]).toEqual([text, whole]);
  }
});

it('titles that are not published any more do not keep other mods from the page', async () => {
  const game = await searchGame(world, 'emptied');
  const made = await game.add(
    ...endings.slice(0, 12).map((ending) => ({ title: `Glacier ${ending}` })),
    { title: 'Iceberg', summary: 'Near a glacier.' },
  );
  const hidden = made.slice(0, 10).map(({ modId }) => modId);
  await world.platform.db.mod.updateMany({
    where: { id: { in: hidden } },
    data: { state: 'hidden' },
  });
  const titles = await game.titles('glacier', { limit: 3 });
  expect(titles.toSorted()).toEqual(['Glacier aa', 'Glacier bb', 'Iceberg'].toSorted());
});

longTest(
  'the counts of a search with as many matches as it reads are lower bounds, also if mods are hidden',
  async () => {
    const game = await searchGame(world, 'bounded');
    const numbers = Array.from({ length: CANDIDATES + 1 }, (_, at) => at);
    const made = await game.add(...numbers.map((number) => ({ title: `Tundra ${number}` })));
    const { db, search } = world.platform;
    const hidden = made.slice(0, 10).map(({ modId }) => modId);
    await db.mod.updateMany({ where: { id: { in: hidden } }, data: { state: 'hidden' } });
    const counted = await search.countFacets({
      text: 'tundra',
      vocabulary: createVocabulary({ groups: [] }),
      author: null,
      gameSlug: 'bounded',
      facets: [],
    });
    expect(counted.isComplete).toBe(false);
    expect(counted.total).toBeLessThanOrEqual(CANDIDATES);
  },
);

it('titles come before summaries, and summaries before descriptions, however well the words match', async () => {
  const game = await searchGame(world, 'grouped');
  await game.add(
    { title: 'Amber', description: 'A harbour at night.', popularity: 1000 },
    { title: 'Harbours', description: 'At night.', popularity: 1000 },
    { title: 'Jade', summary: 'A harbour at night.', popularity: 10 },
    { title: 'Harbours of nightfall' },
  );
  const expected = ['Harbours of nightfall', 'Jade', 'Harbours', 'Amber'];
  expect(await game.titles('harbour night')).toEqual(expected);
  // With counts of terms, the search knows that the words are rare, and reads all groups at once.
  await world.platform.search.refresh(new AbortController().signal);
  expect(await game.titles('harbour night')).toEqual(expected);
});

it('a mod whose whole title is searched comes first, although thousands of popular mods have the word', async () => {
  const game = await searchGame(world, 'crowded');
  await asInLargeGame(game, 'volcano', 'hill', 'huegel', 'hugel');
  await game.add(
    ...endings.slice(0, 12).map((ending) => ({ title: `Volcano ${ending}`, popularity: 1000 })),
    { title: 'Volcano' },
    { title: { de: 'Der Volcano-Hügel', en: 'Volcano Hill' } },
  );
  expect((await game.titles('volcano', { limit: 3 }))[0]).toBe('Volcano');
  expect((await game.titles('volcano', { limit: 3 })).slice(1)).not.toContain('Volcano Hill');
  expect(await game.titles('der volcanohügel', { limit: 1 })).toEqual([
    'Der Volcano-Hügel | Volcano Hill',
  ]);
});

it('a walk shows each mod once, also those without the best alternatives, regardless of what the dictionary learns', async () => {
  const game = await searchGame(world, 'descriptions');
  const words = ['orchid', 'orchidea', 'orchidarium'];
  await game.add(
    ...endings.slice(0, 12).map((ending, at) => ({
      title: `Meadow ${ending}`,
      description: `Has an ${words[at % 3]}.`,
      popularity: at,
    })),
    // Only words of titles, summaries and keywords complete a beginning.
    { title: 'Orchidea' },
    { title: 'Orchidarium' },
  );
  const { db } = world.platform;
  const countOf = (body: number) =>
    db.searchTerm.updateMany({ where: { term: 'orchid' }, data: { body } });
  await countOf(600);
  const whole = (await game.find('orchid', { limit: 50 })).map((hit) => hit.modId);
  expect(new Set(whole)).toHaveLength(14);
  const walked: string[] = [];
  for (let page = await walk(game, 'orchid', 3); page.hits.length > 0; page = await page.next()) {
    walked.push(...page.hits.map(({ modId }) => modId));
    await countOf(1);
  }
  expect(walked).toEqual(whole);
});

it('a title of three words and a slug of other words are found as one word', async () => {
  const game = await searchGame(world, 'joined');
  await game.add({ title: 'Just Enough Quills' }, { title: 'QX', keywords: ['better-quill'] });
  expect(await game.titles('justenoughquills')).toEqual(['Just Enough Quills']);
  expect(await game.titles('betterquill')).toEqual(['QX']);
});

longTest(
  'a mod whose whole title is searched comes first among hundreds with its word',
  async () => {
    const game = await searchGame(world, 'namesakes');
    await game.add(...numbers.map((number) => ({ title: `Obelisk ${number}` })));
    await game.add({ title: 'Obelisk' });
    await world.platform.search.refresh(new AbortController().signal);
    expect(await game.titles('obelisk', { limit: 1 })).toEqual(['Obelisk']);
  },
);

longTest('the most popular of hundreds of mods with the searched title comes first', async () => {
  const game = await searchGame(world, 'twins');
  await asInLargeGame(game, 'zenith');
  await game.add(...numbers.map(() => ({ title: 'Zenith' })));
  const [popular] = await game.add({ title: 'Zenith', popularity: 1000 });
  const [first] = await game.find('zenith', { limit: 1 });
  expect(first?.modId).toBe(popular?.modId);
});

longTest('a frequent word completes a beginning that many rarer words share', async () => {
  const game = await searchGame(world, 'completed');
  await game.add(
    ...endings.map((ending) => ({ title: `Quartz${ending}` })),
    ...endings.slice(0, 6).map((ending) => ({ title: `Quartzzy ${ending}` })),
  );
  await world.platform.search.refresh(new AbortController().signal);
  const titles = await game.titles('quart', { limit: 100 });
  expect(titles.filter((title) => title.startsWith('Quartzzy '))).toHaveLength(6);
});

longTest(
  'a refresh replaces each entry with an old popularity once, in several batches',
  async () => {
    const game = await searchGame(world, 'refreshed');
    const numbers = Array.from({ length: 1_100 }, (_, at) => at);
    const made = await game.add(...numbers.map((number) => ({ title: `Lantern ${number}` })));
    const { db, search } = world.platform;
    const ids = made.map(({ modId }) => modId);
    await search.refresh(new AbortController().signal);
    await db.mod.updateMany({ where: { id: { in: ids } }, data: { downloadsCount: 500 } });
    const before = await db.searchEntry.count({ where: { modId: { in: ids } } });
    await search.refresh(new AbortController().signal);
    const entries = await db.searchEntry.findMany({
      where: { modId: { in: ids }, closedAt: null },
    });
    expect(entries.map(({ popularity }) => Math.floor(popularity))).toEqual(numbers.map(() => 500));
    expect(await db.searchEntry.count({ where: { modId: { in: ids } } })).toBe(before + 1_100);
  },
);
