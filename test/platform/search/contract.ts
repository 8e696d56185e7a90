import { describe, expect, it } from 'vitest';
import { createVocabulary } from '../../../src/platform/search/plan/vocabulary.js';
import type { World } from '../../harness.js';
import { walkContract } from './contract-walks.js';
import { writeContract } from './contract-writes.js';
import { filterOf, searchGame } from './search-subject.js';

/** The promises of every search engine. `world` uses the engine. */
export function searchContract(engine: string, world: World): void {
  describe(`${engine} as a search engine`, () => {
    rankingContract(engine, world);
    filterContract(engine, world);
    walkContract(engine, world);
    writeContract(engine, world);
  });
}

/** Texts that mean something to an engine, a database or a terminal. */
const HOSTILE = [
  '',
  ' ',
  '"',
  '"night',
  '-night',
  "night' or 1=1 --",
  'a & b | !c:*',
  '* ? ( ) [ ] { } ~ ^ \\',
  'night\u0000market',
  '\u202enight\u200b',
  '\ud800',
  'x\udfff\ud83d',
  'e\u0301'.repeat(200),
  'word '.repeat(1000),
  'x'.repeat(10_000),
  'ночь '.repeat(30),
  '夜の市場',
  'ขอบคุณ',
  '😀😀',
];

/** Each query finds the title as its first hit. */
const FOUND = [
  ['nihgt market', 'Night Market', 'a transposition'],
  ['night markt', 'Night Market', 'a missing letter'],
  ['bookeeping', 'Book Keeping', 'a missing letter in a compound'],
  ['wizzard', 'Wizard Tower', 'an added letter'],
  ['inght', 'Night Market', 'the first two letters swapped'],
  ['lizard', 'Wizard Tower', 'another first letter'],
  ['izard', 'Wizard Tower', 'a missing first letter'],
  ['snow storm', 'Snowstorm', 'a compound as two words'],
  ['betterend', 'BetterEnd', 'camel case as one word'],
  ['better end', 'BetterEnd', 'camel case as two words'],
  ['dungeon 5', 'Dungeon V', 'a number for a numeral'],
  ['dungeon5', 'Dungeon V', 'a joined number for a numeral'],
  ['ueberlebender', 'Überlebender', 'an umlaut as two letters'],
  ['uberlebender', 'Überlebender', 'a letter without its umlaut'],
  ['елка', 'Ёлка', 'a letter without its diaeresis'],
  ['yjxyjq hsyjr', 'Ночной рынок', 'the Russian layout'],
  ['дшырегк', 'lishtur', 'the English layout'],
  ['nochnoi rynok', 'Ночной рынок', 'a transliteration'],
  ['schupalca cukerberga', 'Щупальца Цукерберга', 'an informal transliteration'],
  ['bookeep', 'Book Keeping', 'a missing letter in half a word'],
  ['night makre', 'Night Market', 'two swapped letters in half a word'],
  ['щупаьльц', 'Щупальца Цукерберга', 'an additional letter in half a word'],
  ['доминион 5', 'Dominion V', 'a transliteration and a number'],
  ['schnee gestöber lampe', 'Schneegestöberlampe', 'a compound in three words'],
  ['найт', 'Nait', 'a transliteration to Latin letters'],
  ['night mar', 'Night Market', 'a prefix'],
] as const;

function rankingContract(engine: string, world: World): void {
  it(`${engine} finds only mods with all words in the title for suggestions`, async () => {
    const game = await searchGame(world, 'contract-titles');
    await game.add(
      { title: 'Night Market' },
      { title: 'Night Watch', summary: 'A market.' },
      { title: 'Stalls', keywords: ['night', 'market'], popularity: 9 },
      { title: 'Walls', description: 'The night market.' },
    );
    for (const text of ['night mark', 'nihgt market', 'nightmarket']) {
      const titles = await game.titles(text, { titlesOnly: true });
      expect([text, titles]).toEqual([text, ['Night Market']]);
    }
  });

  it(`${engine} finds titles by typos, prefixes, compounds, layouts and transliterations`, async () => {
    const game = await searchGame(world, 'contract-found');
    await game.add(...[...new Set(FOUND.map(([, title]) => title))].map((title) => ({ title })));
    const missed: string[] = [];
    for (const [query, title, why] of FOUND) {
      const [first] = await game.titles(query);
      if (first !== title) missed.push(`${query} (${why}): ${first}`);
    }
    expect(missed).toEqual([]);
  });

  it(`${engine} ranks titles before summaries and keywords, and those before descriptions`, async () => {
    const game = await searchGame(world, 'contract-fields');
    await game.add(
      { title: 'In the description', description: 'A lighthouse on a rock.', popularity: 90 },
      { title: 'In the summary', summary: 'Adds a lighthouse.', popularity: 50 },
      { title: 'In a keyword', keywords: ['lighthouse'], popularity: 40 },
      { title: 'Lighthouse', popularity: 1 },
    );
    const titles = await game.titles('lighthouse');
    expect([titles[0], titles.slice(1, 3).sort(), titles[3]]).toEqual([
      'Lighthouse',
      ['In a keyword', 'In the summary'],
      'In the description',
    ]);
    const matched = (await game.find('lighthouse')).map((hit) => hit.matched);
    expect([matched[0], matched[3]]).toEqual([['title'], ['description']]);
  });

  it(`${engine} ranks exact titles before prefixes, and those before corrections`, async () => {
    const game = await searchGame(world, 'contract-exact');
    await game.add(
      { title: 'Lentern', popularity: 90 },
      { title: 'Lanternfish', popularity: 50 },
      { title: 'Lantern' },
    );
    expect(await game.titles('lantern')).toEqual(['Lantern', 'Lanternfish', 'Lentern']);
  });

  it(`${engine} ranks exact words of a long title before completions and corrections that are a whole one`, async () => {
    const game = await searchGame(world, 'contract-long-titles');
    const lantern = 'The Lantern of the Deep Dark Sea';
    const gate = 'The Old Castle of the King and its Gate';
    await game.add(
      { title: 'Lentern', popularity: 90 },
      { title: 'Lanternfish', popularity: 50 },
      { title: lantern },
      { title: 'Castle Gtae', popularity: 90 },
      { title: 'Castle Gateway', popularity: 50 },
      { title: gate },
    );
    expect(await game.titles('lantern')).toEqual([lantern, 'Lanternfish', 'Lentern']);
    expect(await game.titles('castle gate')).toEqual([gate, 'Castle Gateway', 'Castle Gtae']);
  });

  it(`${engine} ranks equal matches by popularity`, async () => {
    const game = await searchGame(world, 'contract-popular');
    const made = await game.add(
      { title: 'Harbor', popularity: 5 },
      { title: 'Harbor', popularity: 500 },
      { title: 'Harbor', popularity: 50 },
    );
    const order = [1, 2, 0].map((at) => made[at]?.modId);
    expect((await game.find('harbor')).map(({ modId }) => modId)).toEqual(order);
  });

  it(`${engine} finds a mod only if every word matches`, async () => {
    const game = await searchGame(world, 'contract-all');
    await game.add({ title: 'Castle Gate', description: 'With a moat.' }, { title: 'Castle' });
    expect(await game.titles('castle moat')).toEqual(['Castle Gate']);
    expect(await game.titles('castle gate zeppelin')).toEqual([]);
  });

  it(`${engine} finds a mod by a synonym of the vocabulary`, async () => {
    const game = await searchGame(world, 'contract-synonyms');
    await game.add({ title: 'Tools for World of Warcraft' });
    const vocabulary = createVocabulary({ groups: [['WoW', 'World of Warcraft']] });
    expect(await game.titles('wow tools', { vocabulary })).toHaveLength(1);
    expect(await game.titles('wow tools')).toEqual([]);
  });

  it(`${engine} finds nothing for nonsense`, async () => {
    const game = await searchGame(world, 'contract-nonsense');
    await game.add(
      { title: 'Night Market', summary: 'Stalls, lamps and rain.', description: 'A long walk.' },
      { title: 'Ночной рынок', description: 'Прилавки и фонари.' },
    );
    for (const text of ['xqzvkw', 'ждлорп цщ', 'qqqq', 'wvxtrkqpl mnbvzzt', '- | !', '"', '😀']) {
      expect(await game.titles(text), text).toEqual([]);
    }
  });

  it(`${engine} takes every string as a text`, async () => {
    const game = await searchGame(world, 'contract-hostile');
    for (const text of HOSTILE) await game.find(text);
  });
}

function filterContract(engine: string, world: World): void {
  it(`${engine} applies the filters of game, author and facets`, async () => {
    const game = await searchGame(world, 'contract-filters');
    await game.add(
      { title: 'Windmill', facets: ['l:fabric', 'c:"maps"'] },
      { title: 'Windmill Two', facets: ['l:forge', 'c:"maps"'] },
    );
    const other = await searchGame(world, 'contract-filters-other');
    await other.add({ title: 'Windmill Three' });
    const windmills = (query: object) => game.titles('windmill', query).then((all) => all.sort());
    const both = ['Windmill', 'Windmill Two'];
    expect(await windmills({})).toEqual(both);
    expect(await windmills({ gameSlug: null })).toHaveLength(3);
    expect(await windmills({ gameSlug: 'no-such-game' })).toEqual([]);
    expect(await windmills({ facets: [['l:fabric', 'l:quilt']] })).toEqual(['Windmill']);
    expect(await windmills({ facets: [['c:"maps"'], ['l:forge']] })).toEqual(['Windmill Two']);
    expect(await windmills({ facets: [['c:none']] })).toEqual([]);
    expect(await windmills({ gameSlug: null, author: game.userId })).toEqual(both);
    expect(await windmills({ gameSlug: null, author: `seeder-${game.slug}` })).toEqual(both);
    expect(await windmills({ author: 'nobody' })).toEqual([]);
  });

  it(`${engine} counts the facets of the matching mods`, async () => {
    const game = await searchGame(world, 'contract-facets');
    await game.add(
      { title: 'Observatory', facets: ['l:fabric', 'c:maps'] },
      { title: 'Observatory Two', facets: ['l:fabric'] },
      { title: 'Planetarium', facets: ['l:forge'] },
    );
    const { search } = world.platform;
    expect(await search.countFacets(filterOf('observatory', game.slug))).toEqual({
      total: 2,
      isComplete: true,
      games: new Map([[game.gameId, 2]]),
      facets: new Map([
        ['l:fabric', 2],
        ['c:maps', 1],
      ]),
    });
    const none = await search.countFacets(filterOf('xqzvkw', game.slug));
    expect(none).toMatchObject({ total: 0, isComplete: true });
  });

  it(`${engine} never finds a mod that is not published any more`, async () => {
    const game = await searchGame(world, 'contract-hidden');
    const [hidden] = await game.add({ title: 'Cellar' }, { title: 'Cellar Door' });
    await world.platform.db.mod.update({
      where: { id: hidden?.modId ?? '' },
      data: { state: 'hidden' },
    });
    expect(await game.titles('cellar', { limit: 1 })).toEqual(['Cellar Door']);
    expect(await world.platform.search.countFacets(filterOf('cellar', game.slug))).toMatchObject({
      total: 1,
    });
  });
}
