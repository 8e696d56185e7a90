import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, refusal } from '../../publishing.js';
import { seedMod, shelfOf } from './catalog-rows.js';

const world = useWorld();
const ids = new Map<string, string>();

/** Authors of the game `found`, by username: their display names. */
const AUTHORS = { 'dora-dunn': 'Nightingale', Dorian: 'Élodie Dorr', dorothy: 'Ян Дорн' };

beforeAll(async () => {
  const { db } = world.platform;
  for (const slug of ['found', 'foreign', 'ended']) await newGame(world, slug);
  const shelf = await shelfOf(world, 'found');
  for (const [name, title] of [
    ['market', 'Night Market'],
    ['lantern', 'Lantern'],
  ] as const) {
    const seeded = { title: { en: title }, description: { en: 'Open at night, in the market.' } };
    ids.set((await seedMod(world, shelf, seeded)).modId, name);
  }
  for (const [username, displayName] of Object.entries(AUTHORS)) {
    const { userId } = await world.creator(username);
    await db.user.update({ where: { id: userId }, data: { displayName } });
    await seedMod(world, { ...shelf, userId });
  }
  await db.game.update({ where: { slug: 'ended' }, data: { state: 'deleted' } });
  await world.settled();
});

async function gameIdOf(slug: string): Promise<string> {
  return (await world.platform.db.game.findUniqueOrThrow({ where: { slug } })).id;
}

async function suggested(q: string, more = ''): Promise<Json> {
  const answer = await world.anon.get(`/beta/suggest?q=${encodeURIComponent(q)}${more}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

const authorsOf = async (q: string, more = '') =>
  (await suggested(q, more)).authors.map(({ username }: Json) => username);

const categoriesOf = async (q: string, more = '') =>
  (await suggested(q, more)).categories.map(({ slug, game }: Json) => `${game.slug}/${slug}`);

describe('suggested titles', () => {
  it('a title is suggested for its beginning, and not for a word of the description', async () => {
    const { mods } = await suggested('night mark');
    expect(mods).toEqual([
      {
        id: [...ids].find(([, name]) => name === 'market')?.[0],
        slug: expect.any(String),
        title: { en: 'Night Market' },
        game_slug: 'found',
      },
    ]);
    expect((await suggested('open at')).mods).toEqual([]);
  });

  it('a title is suggested only in its own game', async () => {
    expect((await suggested('lantern', '&game_slug=found')).mods).toHaveLength(1);
    expect((await suggested('lantern', '&game_slug=foreign')).mods).toEqual([]);
    expect((await suggested('lantern', '&game_slug=nowhere')).mods).toEqual([]);
  });

  it('a draft and a hidden mod are not suggested', async () => {
    const alice = await world.creator('alice');
    await draftMod(alice, 'found', { title: { en: 'Quartzite' } });
    const shelf = await shelfOf(world, 'foreign');
    const { modId } = await seedMod(world, shelf, { title: { en: 'Obsidian' } });
    expect((await suggested('obsid')).mods).toHaveLength(1);
    await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'hidden' } });
    expect((await suggested('obsid')).mods).toEqual([]);
    expect((await suggested('quartz')).mods).toEqual([]);
  });
});

describe('suggested titles of an index that lags behind', () => {
  it('a mod that the index still has after it was hidden is not suggested', async () => {
    const shelf = { gameId: await gameIdOf('found'), userId: (await world.creator('late')).userId };
    const { modId } = await seedMod(world, shelf, { title: { en: 'Marble' } });
    const [hit] = (await suggested('marble')).mods;
    const found = { modId, score: 1, position: '', matched: ['title'], snapshot: '1:1:' };
    const find = vi.spyOn(world.platform.search, 'find').mockResolvedValue([found]);
    try {
      expect((await suggested('marble')).mods).toEqual([hit]);
      await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'hidden' } });
      expect((await suggested('marble')).mods).toEqual([]);
    } finally {
      find.mockRestore();
    }
  });
});

describe('suggested authors', () => {
  it.each([
    ['dor', ['dora-dunn', 'Dorian', 'dorothy']],
    ['DORIAN', ['Dorian']],
    ['night', ['dora-dunn']],
    ['éLODIE  d', ['Dorian']],
    ['ян до', ['dorothy']],
    ['do\u200bri', ['Dorian']],
    ['orian', []],
    ['dor%', []],
    ['dor_', []],
  ])('the text "%s" suggests the authors %j', async (q, authors) => {
    expect(await authorsOf(q)).toEqual(authors);
  });

  it('an author has the fields of a public account', async () => {
    const [author] = (await suggested('dorothy')).authors;
    const { id } = await world.platform.db.user.findUniqueOrThrow({
      where: { username: 'dorothy' },
    });
    const profile_url = `${world.baseUrl}/users/dorothy`;
    expect(author).toEqual({ id, username: 'dorothy', display_name: 'Ян Дорн', profile_url });
  });

  it('a complete username comes first, before names that continue it', async () => {
    const gameId = await gameIdOf('ended');
    for (const username of ['maxine', 'max']) {
      const { userId } = await world.creator(username);
      await seedMod(world, { gameId, userId });
    }
    expect(await authorsOf('max')).toEqual(['max', 'maxine']);
    expect(await authorsOf('max', '&limit=1')).toEqual(['max']);
  });

  it('an author whose names both match comes once, before those with a display name only', async () => {
    const gameId = await gameIdOf('ended');
    for (const [username, displayName] of [
      ['zed', 'Sam A'],
      ['sam-b', 'Sam B'],
    ] as const) {
      const { userId } = await world.creator(username);
      await world.platform.db.user.update({ where: { id: userId }, data: { displayName } });
      await seedMod(world, { gameId, userId });
    }
    expect(await authorsOf('sam')).toEqual(['sam-b', 'zed']);
  });

  it('an author is suggested only in the games of their published mods', async () => {
    expect(await authorsOf('dorothy', '&game_slug=found')).toEqual(['dorothy']);
    expect(await authorsOf('dorothy', '&game_slug=foreign')).toEqual([]);
  });

  it('accounts without a published mod, closed profiles and inactive accounts are not suggested', async () => {
    const { db } = world.platform;
    const gameId = await gameIdOf('found');
    const quiet = await world.creator('zz-reader');
    await draftMod(quiet, 'found');
    for (const [username, data] of [
      ['zz-closed', { profileOpen: false }],
      ['zz-blocked', { state: 'blocked' }],
      ['zz-deleted', { state: 'deleted' }],
      ['zz-shown', {}],
    ] as const) {
      const { userId } = await world.creator(username);
      await seedMod(world, { gameId, userId });
      await db.user.update({ where: { id: userId }, data });
    }
    expect(await authorsOf('zz-')).toEqual(['zz-shown']);
  });

  it('an author is not suggested after their last mod was hidden', async () => {
    const { db } = world.platform;
    const gameId = await gameIdOf('found');
    const { userId } = await world.creator('yy-once');
    const { modId } = await seedMod(world, { gameId, userId });
    expect(await authorsOf('yy-once')).toEqual(['yy-once']);
    await db.mod.update({ where: { id: modId }, data: { state: 'hidden' } });
    expect(await authorsOf('yy-once')).toEqual([]);
  });
});

describe('suggested categories', () => {
  it.each([
    ['TOO', '', ['foreign/tools', 'found/tools']],
    ['mag', '&game_slug=found', ['found/magic']],
    ['ools', '', []],
    ['mag', '&game_slug=ended', []],
  ])('the text "%s" with the filter "%s" suggests the categories %j', async (q, more, slugs) => {
    expect(await categoriesOf(q, more)).toEqual(slugs);
  });
});

describe('the input of suggestions', () => {
  it.each([
    ['', 'q', 'required'],
    ['q=%20%09', 'q', 'required'],
    [`q=${'a'.repeat(201)}`, 'q', 'too_long'],
    ['q=a&limit=0', 'limit', 'too_small'],
    ['q=a&limit=11', 'limit', 'too_large'],
    ['q=a&limit=x', 'limit', 'invalid_type'],
    ['q=a%00b', 'q', 'invalid_format'],
    ['q=a&game_slug=a%00b', 'game_slug', 'invalid_format'],
  ])('GET /v1/beta/suggest?%s is 400 and names %s with %s', async (query, field, code) => {
    const answer = await world.anon.get(`/beta/suggest?${query}`);
    expect(refusal(answer)).toBe('400 invalid_input');
    expect(answer.body.fields).toEqual([{ field, code }]);
  });

  it.each([
    ['control characters', 'night\u0007\u001bmark'],
    ['zero-width characters', '\u200b\u200d\ufeff'],
    ['bidirectional controls', '\u202enight\u202c\u2066x\u2069'],
    ['operators', 'night & | ! :* <-> \' " \\ % _ --'],
    ['many words', Array.from({ length: 66 }, () => 'ab').join(' ')],
    ['the highest code point', '\u{10ffff}'],
    ['marks without letters', '\u0301'.repeat(200)],
    ['an emoji', '🐉'],
    ['a long word', 'ä'.repeat(200)],
  ])('suggestions for %s are 200', async (_, q) => {
    await suggested(q);
    await suggested(q, '&game_slug=found&limit=10');
  });

  it('broken UTF-8 in the text is 200 or 400', async () => {
    for (const q of ['%ff', 'a%c3', '%ed%a0%80', '%']) {
      expect([200, 400]).toContain((await world.anon.get(`/beta/suggest?q=${q}`)).status);
    }
  });

  it('a suggestion returns at most `limit` values of each kind, five by default', async () => {
    const gameId = await gameIdOf('foreign');
    for (let at = 0; at < 11; at += 1) {
      const { userId } = await world.creator(`many-${at}`);
      await seedMod(world, { gameId, userId }, { title: { en: `Many ${at}` } });
    }
    await world.settled();
    const { mods, authors } = await suggested('many');
    expect([mods.length, authors.length]).toEqual([5, 5]);
    const most = await suggested('many', '&limit=10');
    expect([most.mods.length, most.authors.length]).toEqual([10, 10]);
  });
});
