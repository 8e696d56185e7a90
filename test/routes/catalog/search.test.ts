import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks, reindexAll } from '../../../src/modules/catalog/index.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';
import { type SeededMod, type Shelf, seedMod, shelfOf } from './catalog-rows.js';

// A periodic job freezes the order by downloads.
const world = useWorld({}, { periodicJobs: true });
const names = new Map<string, string>();
let shelf: Shelf;

const MODS: Readonly<Record<string, SeededMod>> = {
  minimap: {
    title: { en: 'Wayfinder Minimap', ru: 'Карта путника', de: 'Kleine Übersichtskarte' },
    description: { en: 'Shows surrounding caves.', ru: 'Показывает пещеры.' },
    category: 'tools',
    downloads: 3,
  },
  dragons: {
    title: { en: 'Dragon Eggs', ru: 'Драконьи яйца', de: 'Dracheneier' },
    description: { en: 'Hatch dragons near caves.', de: 'Brütet Drachen aus.' },
    category: 'magic',
    downloads: 9,
  },
};

beforeAll(async () => {
  await newGame(world, 'found');
  shelf = await shelfOf(world, 'found');
  for (const [name, mod] of Object.entries(MODS)) {
    names.set((await seedMod(world, shelf, mod)).modId, name);
    world.clock.advance(1);
  }
  await world.settled();
  // The periodic job may have frozen the orders between two mods.
  await freezeRanks(world.platform);
});

async function find(q: string, more = ''): Promise<Json[]> {
  const answer = await world.anon.get(`/search?q=${encodeURIComponent(q)}${more}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

const found = async (q: string, more = '') =>
  (await find(q, more)).map((it) => names.get(it.id) ?? it.id);

describe('search (Spec 4.1)', () => {
  it.each([
    ['an English word', 'minimap', 'minimap'],
    ['another form of an English word', 'dragon egg', 'dragons'],
    ['another case', 'WAYFINDER', 'minimap'],
    ['a Russian word', 'карта', 'minimap'],
    ['another form of a Russian word', 'карты путников', 'minimap'],
    ['another form of a German word', 'drachen', 'dragons'],
    ['a German word without its umlaut dots', 'uebersichtskarte', 'minimap'],
    ['a word of the description', 'hatch', 'dragons'],
    ['a typo', 'minmap', 'minimap'],
    ['swapped letters', 'wayfidner', 'minimap'],
    ['a typo in Russian', 'путнека', 'minimap'],
    ['a typo in German', 'Drachneier', 'dragons'],
    ['English typed on the Russian layout', 'ьштшьфз', 'minimap'],
    ['Russian typed on the English layout', 'rfhnf genybrf', 'minimap'],
    ['Russian in Latin letters', 'karta putnika', 'minimap'],
    ['a decomposed letter', 'U\u0308bersichtskarte', 'minimap'],
  ])('a search for %s finds the mod', async (_, q, name) => {
    expect((await found(q))[0]).toBe(name);
  });

  it('a search for an unknown word finds nothing', async () => {
    expect(await found('zeppelin')).toEqual([]);
    expect(await found('...')).toEqual([]);
  });

  it('a search result has its score and the fields that matched', async () => {
    const [title] = await find('minimap');
    expect(title.search).toEqual({ score: expect.any(Number), matched: ['title'] });
    const [description] = await find('hatch');
    expect(description.search.matched).toContain('description');
    const [keyword] = await find('magic');
    expect(keyword.search.matched).toEqual(['keywords']);
  });

  it('search results are ordered by score', async () => {
    const scores = (await find('caves dragon')).map((it) => it.search.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(await found('dragon')).toEqual(['dragons']);
  });

  it('search results follow other orders and filters', async () => {
    expect(await found('caves', '&sort=downloads')).toEqual(['dragons', 'minimap']);
    expect(await found('caves', '&sort=latest')).toEqual(['dragons', 'minimap']);
    expect(await found('caves', '&category=tools')).toEqual(['minimap']);
    expect(await found('caves', '&loader=forge')).toEqual([]);
    expect(await found('caves', '&game_slug=unknown')).toEqual([]);
  });

  it.each(['', 'q=', 'q=%20%20', `q=${'a'.repeat(201)}`])(
    'GET /v1/search rejects the query "%s" and names q',
    async (query) => {
      const { status, body } = await world.anon.get(`/search?${query}`);
      expect([status, body.code, body.fields[0].field]).toEqual([400, 'invalid_input', 'q']);
    },
  );

  it('GET /v1/search accepts 200 characters, also outside the basic multilingual plane', async () => {
    expect((await world.anon.get(`/search?q=${'a'.repeat(200)}`)).status).toBe(200);
    const emoji = encodeURIComponent('🐉'.repeat(200));
    expect((await world.anon.get(`/search?q=${emoji}`)).status).toBe(200);
  });

  it.each([
    "'; drop table mods; --",
    '"open quote',
    'a & | !',
    '%_\\',
    '-dragon',
    '🐉',
    ':*',
    '<->',
  ])('a search reads query syntax as plain words: %s', async (q) => {
    expect((await world.anon.get(`/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });

  it('search results are paged by cursor, each mod once', async () => {
    const first = await world.anon.get('/search?q=caves&limit=1');
    const { next_cursor } = first.body.pagination;
    const second = await world.anon.get(`/search?q=caves&limit=1&cursor=${next_cursor}`);
    expect(second.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 1 });
    const ids = [first, second].map(({ body }) => names.get(body.data[0].id));
    expect(ids.sort()).toEqual(['dragons', 'minimap']);
    const other = await world.anon.get(`/search?q=dragon&limit=1&cursor=${next_cursor}`);
    expect(other.body.fields).toEqual([{ field: 'cursor', code: 'cursor_context_mismatch' }]);
  });
});

describe('the search index', () => {
  it('the search index has a published mod after its job, and search omits a hidden mod', async () => {
    const alice = await world.creator('alice');
    const mod = await draftMod(alice, 'found', { title: { en: 'Quicksilver' } });
    await publishedVersion(world, alice, mod.id, { version: '1.0.0' });
    await world.settled();
    expect(await found('quicksilver')).toEqual([mod.id]);
    await world.platform.db.mod.update({ where: { id: mod.id }, data: { state: 'hidden' } });
    expect(await found('quicksilver')).toEqual([]);
  });

  it('the search index can be lost and rebuilt', async () => {
    const before = await find('caves');
    await world.platform.db.searchEntry.deleteMany();
    expect(await found('caves')).toEqual([]);
    expect(await reindexAll(world.platform)).toBe(2);
    expect(await find('caves')).toEqual(before);
  });

  it('a rebuild of the search index removes entries without a published mod', async () => {
    const alice = await world.creator('wendy');
    const mod = await draftMod(alice, 'found', { title: { en: 'Evergreen' } });
    await publishedVersion(world, alice, mod.id, { version: '1.0.0' });
    await world.settled();
    const { db } = world.platform;
    await db.mod.update({ where: { id: mod.id }, data: { state: 'hidden' } });
    const open = { modId: mod.id, closedAt: null };
    expect(await db.searchEntry.count({ where: open })).toBe(1);
    await reindexAll(world.platform);
    expect(await db.searchEntry.count({ where: open })).toBe(0);
  });
});
