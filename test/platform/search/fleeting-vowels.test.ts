import { expect, it } from 'vitest';
import { createVocabulary } from '../../../src/platform/search/plan/vocabulary.js';
import { fleetingForms } from '../../../src/platform/search/postgres/fleeting-vowels.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

const world = useWorld();

/** Titles, and the case forms that have to find each other. Forms in one row mean one word. */
const WORDS: readonly (readonly string[])[] = [
  ['рынок', 'рынка', 'рынке', 'рынки', 'рынков', 'рынками'],
  ['подарок', 'подарка', 'подарки', 'подарков'],
  ['замок', 'замка', 'замком', 'замках'],
  ['человечек', 'человечки', 'человечков'],
  ['конёк', 'конька', 'коньки'],
  ['уголёк', 'уголька', 'угольков'],
  ['паёк', 'пайка', 'пайков'],
  ['торговец', 'торговца', 'торговцы', 'торговцев'],
  ['танец', 'танца', 'танцы', 'танцами'],
  ['палец', 'пальца', 'пальцев'],
  ['боец', 'бойца', 'бойцы', 'бойцов'],
  ['сборка', 'сборки', 'сборкой', 'сборок'],
  ['наклейка', 'наклейки', 'наклеек'],
  ['кольцо', 'кольца', 'колец'],
];

const FORMS: readonly (readonly [term: string, forms: readonly string[]])[] = [
  ['рынок', ['рынк']],
  ['рынками', ['рынок', 'рынек']],
  ['конек', ['конк', 'коньк']],
  ['коньком', ['конек']],
  ['змеек', ['змейк']],
  ['торговец', ['торговц', 'торговьц']],
  ['бойцов', ['боец']],
  ['ток', []],
  ['реки', []],
  ['улицы', []],
  ['книга', []],
  ['market', []],
];

async function find(text: string): Promise<string[]> {
  const hits = await world.platform.search.find({
    text,
    vocabulary: createVocabulary({ groups: [] }),
    gameSlug: 'cases',
    facets: [],
    author: null,
    sort: 'relevance',
    after: null,
    limit: 50,
    snapshot: null,
  });
  return hits.map(({ modId }) => modId);
}

it('each case form of a Russian word with a fleeting vowel finds the mods with another form', async () => {
  await newGame(world, 'cases');
  const shelf = await shelfOf(world, 'cases');
  const rows: string[][] = [];
  for (const forms of WORDS) {
    const ids: string[] = [];
    for (const ru of forms) ids.push((await seedMod(world, shelf, { title: { ru } })).modId);
    rows.push(ids);
  }
  await world.settled();
  for (const [at, forms] of WORDS.entries()) {
    for (const form of forms)
      expect([form, new Set(await find(`${form} `))]).toEqual([form, new Set(rows[at])]);
  }
});

it.each(FORMS)('the other case forms of %s have the terms %j', (term, forms) => {
  expect(fleetingForms(term)).toEqual(forms);
});
