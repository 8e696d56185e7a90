import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deletionKeys, lookupKeys } from '../../../../src/platform/search/plan/deletion-keys.js';
import { allowedEdits, editDistance } from '../../../../src/platform/search/plan/edit-distance.js';
import { rounds } from '../../../rounds.js';
import { typingError, withError, wordOf } from './typing-errors.js';

it('a term shares a key with each word from which a correction leads to it', () => {
  fc.assert(
    fc.property(wordOf(4, 12), fc.array(typingError, { maxLength: 2 }), (letters, made) => {
      const asked = letters.join('');
      const edits = allowedEdits(asked);
      const term = made.reduce(withError, letters).join('');
      fc.pre(editDistance(asked, term, edits) <= edits);
      const keys = new Set(deletionKeys(term));
      expect(lookupKeys(asked, edits).some((key) => keys.has(key))).toBe(true);
    }),
    { numRuns: rounds(200, 2_000) },
  );
});

it('a term has at most 38 keys, and a term of two letters or with a digit none', () => {
  expect(deletionKeys('abcdefghijkl')).toHaveLength(29);
  expect(deletionKeys('abcdefgh')).toHaveLength(38);
  expect(deletionKeys('worlds')).toHaveLength(36);
  expect(deletionKeys('tower')).toHaveLength(6);
  expect(deletionKeys('ab')).toEqual([]);
  expect(deletionKeys('forest2')).toEqual([]);
  expect(lookupKeys('lantern', 0)).toEqual([]);
});

it('compounds with the same beginning share no key unless their end is similar', () => {
  const asked = new Set(lookupKeys('realisticforest', 2));
  const shares = (term: string) => deletionKeys(term).some((key) => asked.has(key));
  expect(shares('realisticforet')).toBe(true);
  expect(shares('realisticwindmill')).toBe(false);
  expect(shares('realisticforestsandrivers')).toBe(false);
});
