import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  compoundKeys,
  compoundLookupKeys,
} from '../../../../src/platform/search/plan/compound-keys.js';
import { lookupKeys } from '../../../../src/platform/search/plan/deletion-keys.js';
import { editDistance } from '../../../../src/platform/search/plan/edit-distance.js';
import { rounds } from '../../../rounds.js';
import { typingError, withError, wordOf } from './typing-errors.js';

/** Whether a lookup of terms with one error finds a compound. */
function finds(asked: string, compound: string): boolean {
  const keys = new Set(compoundKeys(compound));
  return [...lookupKeys(asked, 1), ...compoundLookupKeys(asked)].some((key) => keys.has(key));
}

it('a compound shares a key with each word that has one error', () => {
  fc.assert(
    fc.property(wordOf(4, 24), typingError, (letters, error) => {
      const asked = letters.join('');
      const compound = withError(letters, error).join('');
      fc.pre(editDistance(asked, compound, 1) <= 1);
      expect(finds(asked, compound)).toBe(true);
    }),
    { numRuns: rounds(300, 5_000) },
  );
});

it('compounds of the same words but one share no key', () => {
  expect(finds('realisticforest', 'realisticforet')).toBe(true);
  expect(finds('realisticforest', 'realistictemple')).toBe(false);
  expect(finds('realisticforest', 'stormworksforest')).toBe(false);
});

it('a long compound has four keys, and one with a digit none', () => {
  expect(compoundKeys('realisticforest')).toHaveLength(4);
  expect(compoundKeys('realisticforest2')).toEqual([]);
});
