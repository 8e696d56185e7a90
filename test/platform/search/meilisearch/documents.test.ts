import { expect, it } from 'vitest';
import { documentOf } from '../../../../src/platform/search/meilisearch/documents.js';

const entry = {
  modId: 'm',
  gameId: 'g',
  revision: 3,
  facets: ['l:fabric'],
  popularity: 7,
  titles: {},
  summaries: {},
  descriptions: {},
  keywords: [],
};
const written = { authorId: 'a', writtenIn: '42' };

it('a document has the words of each title as typed, and their other terms together', () => {
  const titles = { en: 'Better-End 2', de: 'Über Mod' };
  expect(documentOf({ ...entry, titles }, written)).toMatchObject({
    id: 'm',
    gameId: 'g',
    authorId: 'a',
    writtenIn: '42',
    revision: 3,
    popularity: 7,
    title: {
      en: 'better end 2',
      de: 'uber mod',
      _: expect.stringMatching(/^(?=.*\bbetterend\b)(?=.*\bueber\b)(?=.*\bubermod\b)/),
    },
  });
});

it('a document has the terms of titles without their first letter, from four letters on', () => {
  const { tails } = documentOf({ ...entry, titles: { en: 'Night of the Mods' } }, written);
  expect(tails.split(' ')).toEqual(expect.arrayContaining(['ight', 'ods']));
  expect(tails.split(' ')).not.toContain('he');
});

it('a document repeats no term of a text', () => {
  const descriptions = { en: 'Rain, rain and rain', de: 'Rain' };
  expect(documentOf({ ...entry, descriptions }, written).description).toBe('rain and');
});
