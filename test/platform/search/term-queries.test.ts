import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Alternatives } from '../../../src/platform/search/postgres/alternatives.js';
import { conditionsOf } from '../../../src/platform/search/postgres/term-queries.js';
import { rounds } from '../../rounds.js';

const TERMS = ['a', 'b', 'c', 'd', 'e'] as const;

/** A word with alternatives, of which each is a list of groups of terms, and its number of mods. */
function wordOf(groupsOfEach: readonly (readonly (readonly string[])[])[], body = 1): Alternatives {
  const alternatives = groupsOfEach.map((groups) => ({ groups, weight: 1 }));
  return { alternatives, counts: { names: body, texts: body, body } };
}

/** Whether a text with these terms matches a condition. */
function isMatch(condition: string, terms: ReadonlySet<string>): boolean {
  const value = condition.replace(/'(\w)'/g, (_, term) => String(terms.has(term)));
  return new Function(`return ${value.replaceAll('&', '&&').replaceAll('|', '||')}`)();
}

const term = fc.constantFrom(...TERMS);
const groups = fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), {
  minLength: 1,
  maxLength: 5,
});
const word = fc
  .tuple(fc.array(groups, { minLength: 1, maxLength: 4 }), fc.nat({ max: 5 }))
  .map(([alternatives, mods]) => wordOf(alternatives, mods));

test('a text matches all conditions of a query exactly if it has an alternative of each word', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.subarray([...TERMS]),
      (words, terms) => {
        const text = new Set<string>(terms);
        const hasWord = ({ alternatives }: Alternatives) =>
          alternatives.some(({ groups: all }) =>
            all.every((any) => any.some((it) => text.has(it))),
          );
        const conditions = conditionsOf(words);
        expect(conditions.every((condition) => isMatch(condition, text))).toBe(
          words.every(hasWord),
        );
      },
    ),
    { numRuns: rounds(1_000, 20_000) },
  );
});

test('a compound has two conditions in a short query, and the rarest word is first', () => {
  const compound = wordOf([[['a'], ['b', 'c']], [['d']]], 9);
  const rare = wordOf([[['e']]], 1);
  const halves = ["(('a')) | (('d'))", "(('b' | 'c')) | (('d'))"];
  expect(conditionsOf([compound])).toEqual(halves);
  expect(conditionsOf([compound, rare])).toEqual(["(('e'))", ...halves]);
  expect(conditionsOf([compound, rare, rare])).toHaveLength(3);
  expect(conditionsOf([compound, compound])).toHaveLength(2);
  const long = wordOf([[['a'], ['b'], ['c'], ['d']]]);
  expect(conditionsOf([long])).toEqual(["(('a'))", "(('b') & ('c') & ('d'))"]);
});
