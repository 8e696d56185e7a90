import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textsOf } from '../../../../src/platform/search/meilisearch/texts.js';
import { planQuery } from '../../../../src/platform/search/plan/plan-query.js';
import {
  createVocabulary,
  type VocabularyEntries,
} from '../../../../src/platform/search/plan/vocabulary.js';
import { anyText } from '../plan/hostile-texts.js';

function asked(text: string, entries: VocabularyEntries = { groups: [] }) {
  return textsOf(planQuery(text, createVocabulary(entries)));
}
const tails = (text: string) => asked(text).flatMap((it) => (it.fields === 'tails' ? it.text : []));
const written = (text: string, entries?: VocabularyEntries) =>
  asked(text, entries).map((it) => it.text);

it('the typed words come first, with weight 1 and the errors of their lengths', () => {
  expect(asked('nihgt bookeeping')[0]).toEqual({
    text: 'nihgt bookeeping',
    weight: 1,
    maxEdits: 3,
    minScore: 0,
    fields: 'main',
  });
});

it('a word that allows no errors is in quotes, unless it is a prefix', () => {
  expect(written('the mod2 of')[0]).toBe('"the" "mod2" of');
  expect(written('the mod2 of ')[0]).toBe('"the" "mod2" "of"');
});

it('a space closes the last word if the text ends with one', () => {
  expect(written('night')[0]).toBe('night');
  expect(written('night ')[0]).toBe('night ');
});

it('a rule that rewrites several words rewrites all of them in one text', () => {
  expect(written('yjxyjq hsyjr')).toContain('"ночной" рынок');
  expect(written('nochnoi rynok')).toContain('ночной рынок');
});

it('a rewrite replaces its words and keeps the others', () => {
  expect(written('snow storm mod')).toEqual(expect.arrayContaining(['snowstorm mod']));
  const entries = { groups: [['WoW', 'World of Warcraft']] };
  expect(written('wow tools', entries)).toContain('"world" "of" "warcraft" tools');
});

it('different rules rewrite different words of one text, which counts as the least certain one', () => {
  const text = asked('доминион 5').find((it) => it.text === 'dominion "v"');
  expect(text).toMatchObject({ weight: 0.5, fields: 'all' });
  const entries = { groups: [['WoW', 'Warcraft']] };
  const both = asked('wow 5', entries).find((it) => it.text === '"warcraft" "v"');
  expect(both).toMatchObject({ weight: 0.75 });
});

it('a layout that allows no errors refuses hits with one', () => {
  const layout = asked('ghbdtn').find(({ text }) => text === 'привет');
  expect(layout).toMatchObject({ weight: 0.6, maxEdits: 0, minScore: expect.closeTo(0.5) });
});

it('a transliteration that allows one error refuses hits with two', () => {
  const latin = asked('холодильник').find(({ text }) => text === 'kholodilnik');
  expect(latin).toMatchObject({ maxEdits: 1, minScore: expect.closeTo(1 / 3) });
});

it('an error in the first letter of a word of 4 to 7 letters has texts of its own', () => {
  expect(tails('might').slice(0, 3)).toEqual(['"ight"', '"might"', '"imght"']);
  expect(tails('cat')).toEqual([]);
  expect(tails('bookkeeping ').filter((it) => /[a-z]/.test(it))).toEqual([]);
});

it('a transliteration has texts without the first letter of one of its words', () => {
  expect(tails('копперхорсе')).toEqual(['"opperkhorse"', '"opperhorse"']);
  expect(tails('винтер равен')).toContain('"inter" raven');
});

it('descriptions count for the typed words, with half the weight', () => {
  const typed = asked('night raven').filter(({ text }) => text === 'night raven');
  expect(typed.map(({ fields, weight }) => [fields, weight])).toEqual([
    ['main', 1],
    ['all', 0.5],
  ]);
});

it('a text without words has no texts', () => {
  expect(asked('- | !')).toEqual([]);
});

it('texts are few, distinct and without operators, regardless of what was typed', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const texts = asked(text).filter(({ fields }) => fields !== 'tails');
      expect(asked(text).length).toBeLessThanOrEqual(21);
      expect(new Set(texts.map((it) => it.text)).size).toBe(Math.max(0, texts.length - 1));
      for (const it of asked(text)) {
        expect(it.text).toMatch(
          /^(?:"[\p{L}\p{M}\p{N}]+"|[\p{L}\p{M}\p{N}]+)(?: (?:"[\p{L}\p{M}\p{N}]+"|[\p{L}\p{M}\p{N}]+))* ?$/u,
        );
      }
    }),
  );
});
