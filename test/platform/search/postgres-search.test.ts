import { expect, it } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/connect.js';
import { createVocabulary } from '../../../src/platform/search/plan/vocabulary.js';
import { refreshStatistics } from '../../../src/platform/search/postgres/statistics.js';
import type { SearchEntry } from '../../../src/platform/search/search.port.js';
import { useWorld } from '../../harness.js';
import { outside, untilSomebodyWaits } from '../../locks.js';
import { newGame } from '../../publishing.js';
import { seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

const world = useWorld();

/** A published mod, and its document at a later revision. */
async function documents(slug: string): Promise<(step: number, title: string) => SearchEntry> {
  await newGame(world, slug);
  const shelf = await shelfOf(world, slug);
  const { modId } = await seedMod(world, shelf, { title: { en: 'Seeded' } });
  await world.settled();
  const mod = await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
  return (step, title) => ({
    modId,
    gameId: shelf.gameId,
    revision: mod.documentRevision + step,
    titles: { en: title },
    summaries: {},
    descriptions: {},
    keywords: [],
    facets: [],
    popularity: 0,
  });
}

function find(text: string, gameSlug: string, snapshot: string | null = null) {
  const query = {
    text,
    vocabulary: createVocabulary({ groups: [] }),
    gameSlug,
    facets: [],
    author: null,
    sort: 'relevance',
    after: null,
    limit: 10,
  } as const;
  return world.platform.search.find({ ...query, snapshot });
}

it('an overtaken index job removes nothing from a walk that began with its document', async () => {
  const { search } = world.platform;
  const document = await documents('overtaken');
  await search.index([document(1, 'Lighthouse')]);
  const [began] = await find('lighthouse', 'overtaken');
  expect(began).toBeDefined();
  await search.index([document(2, 'Windmill')]);
  await search.index([document(1, 'Lighthouse')]);
  expect(await find('lighthouse', 'overtaken', began?.snapshot)).toHaveLength(1);
  expect(await find('windmill', 'overtaken', began?.snapshot)).toEqual([]);
  expect(await find('lighthouse', 'overtaken')).toEqual([]);
  expect(await find('windmill', 'overtaken')).toHaveLength(1);
});

it('a document that arrives after a newer one is never found', async () => {
  const { search } = world.platform;
  const document = await documents('late');
  await search.index([document(2, 'Windmill')]);
  const [began] = await find('windmill', 'late');
  await search.index([document(1, 'Lighthouse')]);
  expect(await find('lighthouse', 'late')).toEqual([]);
  expect(await find('windmill', 'late', began?.snapshot)).toHaveLength(1);
});

it('indexing the newest document again updates it and keeps it in walks that began with it', async () => {
  const { search } = world.platform;
  const document = await documents('again');
  await search.index([document(1, 'Lighthouse')]);
  const [began] = await find('lighthouse', 'again');
  await search.index([{ ...document(1, 'Lighthouse'), keywords: ['beacon'] }]);
  expect(await find('lighthouse', 'again', began?.snapshot)).toHaveLength(1);
  expect(await find('beacon', 'again')).toHaveLength(1);
});

it('a document in an unknown language is found by its words', async () => {
  const document = await documents('unheard');
  for (const language of ['constructor', '__proto__', 'tlh']) {
    const titles = Object.fromEntries([[language, 'Lighthouse']]);
    await world.platform.search.index([{ ...document(1, ''), titles }]);
    expect(await find('lighthouse', 'unheard')).toHaveLength(1);
  }
});

it('facets count the mods that match, by game and by filter key', async () => {
  const { search, db } = world.platform;
  const document = await documents('counted');
  const entry = document(1, 'Observatory');
  await db.mod.update({ where: { id: entry.modId }, data: { facets: ['l:fabric', 'c:maps'] } });
  await search.index([entry]);
  const query = {
    text: 'observatory',
    vocabulary: createVocabulary({ groups: [] }),
    author: null,
    gameSlug: 'counted',
    facets: [],
  };
  expect(await search.countFacets(query)).toEqual({
    total: 1,
    isComplete: true,
    games: new Map([[entry.gameId, 1]]),
    facets: new Map([
      ['l:fabric', 1],
      ['c:maps', 1],
    ]),
  });
  expect(await search.countFacets({ ...query, text: 'planetarium' })).toMatchObject({ total: 0 });
});

it('a misspelled word finds the most frequent of equally near terms', async () => {
  await newGame(world, 'near');
  const shelf = await shelfOf(world, 'near');
  // More terms than a word has corrections, all with one wrong letter. The last one is in two mods.
  const terms = [...'abcdfghijklnopqrstuvwxyzz'].map((letter) => `${letter}erbo`);
  const mods = await Promise.all(
    terms.map((term) => seedMod(world, shelf, { title: { en: term } })),
  );
  await world.settled();
  await world.platform.search.refresh(new AbortController().signal);
  const hits = await find('merbo', 'near');
  const last = mods.slice(-2).map(({ modId }) => modId);
  expect(hits.map(({ modId }) => modId)).toEqual(expect.arrayContaining(last));
});

it('a word of an earlier release keeps its keys when a compound of the same letters is indexed', async () => {
  const { db, search } = world.platform;
  const document = await documents('upgraded');
  await search.index([document(1, 'Bookkeeping')]);
  const term = 'bookkeeping';
  await db.searchTerm.update({ where: { term }, data: { isCompound: null } });
  const before = await db.searchTerm.findUniqueOrThrow({ where: { term } });
  await search.index([document(2, 'Book Keeping')]);
  expect(await db.searchTerm.findUniqueOrThrow({ where: { term } })).toEqual(before);
});

it('a compound that becomes a word gets the keys of words and keeps them', async () => {
  const { db, search } = world.platform;
  const [word, compound] = [await documents('as-word'), await documents('as-compound')];
  const keysOf = async () =>
    (await db.searchTerm.findUniqueOrThrow({ where: { term: 'snowlantern' } })).keys.length;
  await search.index([compound(1, 'Snow Lantern')]);
  expect(await keysOf()).toBe(4);
  await search.index([word(1, 'Snowlantern')]);
  const keys = await keysOf();
  expect(keys).toBeGreaterThan(4);
  await search.index([compound(2, 'The Snow Lantern')]);
  expect(await keysOf()).toBe(keys);
});

it('a term without mods stays in the dictionary if a mod with it is being indexed', async () => {
  const { db, search } = world.platform;
  const other = connectDatabase(world.platform.config.databaseUrl ?? '');
  const document = await documents('returning');
  await search.index([document(1, 'Windmill')]);
  await db.searchTerm.create({ data: { term: 'returned', keys: [], isCompound: false } });
  const { written } = await db.$transaction(async (tx) => {
    // The writer waits for this term after it has found the other one in the dictionary.
    await tx.searchTerm.create({ data: { term: 'lanternfish', keys: [] } });
    const indexed = outside(() => search.index([document(2, 'Returned Lanternfish')]));
    await untilSomebodyWaits(db);
    // Another process: the writers of one process take turns without a connection.
    const refreshed = outside(() => refreshStatistics(other));
    await Promise.race([refreshed, untilSomebodyWaits(db, 2)]);
    return { written: Promise.all([indexed, refreshed]) };
  });
  await written;
  await other.$disconnect();
  expect(await db.searchTerm.count({ where: { term: 'returned' } })).toBe(1);
  expect(await find('returned', 'returning')).toHaveLength(1);
});

it('a term that no mod has any more leaves the dictionary', async () => {
  const { db, search } = world.platform;
  await db.searchTerm.create({ data: { term: 'forgotten', keys: [] } });
  await search.refresh(new AbortController().signal);
  expect(await db.searchTerm.count({ where: { term: 'forgotten' } })).toBe(0);
});
