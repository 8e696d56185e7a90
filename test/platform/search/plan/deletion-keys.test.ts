import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deletionKeys, lookupKeys } from '../../../../src/platform/search/plan/deletion-keys.js';
import { allowedEdits, editDistance } from '../../../../src/platform/search/plan/edit-distance.js';
import { rounds } from '../../../rounds.js';

const word = (least: number, most: number) =>
  fc.array(fc.constantFrom(...'abцé𝒳'), { minLength: least, maxLength: most });

/** A word after one error: a letter is missing, added, other or changes places with the next. */
const errors = fc.record({
  kind: fc.constantFrom('missing', 'added', 'other', 'swapped'),
  at: fc.nat(12),
  letter: fc.constantFrom(...'abц𝒳'),
});

function withError(
  letters: string[],
  { kind, at, letter }: { kind: string; at: number; letter: string },
) {
  const place = Math.min(at, letters.length - 1);
  if (kind === 'missing') return letters.toSpliced(place, 1);
  if (kind === 'added') return letters.toSpliced(place, 0, letter);
  if (kind === 'other') return letters.toSpliced(place, 1, letter);
  return letters.toSpliced(place, 2, letters[place + 1] ?? '', letters[place] ?? '');
}

it('a term shares a key with each word from which a correction leads to it', () => {
  fc.assert(
    fc.property(word(4, 12), fc.array(errors, { maxLength: 2 }), (letters, made) => {
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
