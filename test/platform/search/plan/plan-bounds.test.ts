import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planQuery } from '../../../../src/platform/search/plan/plan-query.js';
import { PLAN_BOUNDS, type QueryPlan } from '../../../../src/platform/search/plan/query-plan.js';
import { createVocabulary } from '../../../../src/platform/search/plan/vocabulary.js';
import { longTest } from '../../../rounds.js';
import { anyText, LONG_TEXTS } from './hostile-texts.js';

/** Twenty equal terms of one word and of several, on words that the texts have. */
const CROWDED = createVocabulary({
  groups: [
    ['mod', 'a b', 'of', ...Array.from({ length: 20 }, (_, at) => `term${at} more`)],
    ['End', 'a', ...Array.from({ length: 20 }, (_, at) => `word${at}`)],
  ],
  words: ['word', 'end', 'mod'],
});

/** The bounds that a plan exceeds. `expect` would take most of the time of 2,000 plans. */
function exceeded({ words, rewrites }: QueryPlan): string[] {
  const variants = words.flatMap((word) => word.variants);
  const terms = [...variants, ...rewrites.flatMap((it) => it.terms)].map(({ term }) => term);
  const limits = {
    words: words.length <= PLAN_BOUNDS.words,
    rewrites: rewrites.length <= PLAN_BOUNDS.rewrites,
    total: variants.length + rewrites.length <= PLAN_BOUNDS.total,
    variants: words.every((word) => word.variants.length <= PLAN_BOUNDS.variants),
    rewriteTerms: rewrites.every((it) => it.terms.length <= PLAN_BOUNDS.rewriteTerms),
    range: rewrites.every(({ from, count }) => from + count <= words.length),
    term: terms.every((it) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u.test(it) && [...it].length <= 40),
  };
  return Object.entries(limits).flatMap(([name, isKept]) => (isKept ? [] : [name]));
}

/** Whether each list has falling weights, and each word its typed variant first and once. */
function isOrdered({ words, rewrites }: QueryPlan): boolean {
  const lists = [...words.map(({ variants }) => variants), rewrites];
  const isFalling = lists.every((list) =>
    list.every(({ weight }, at) => weight > 0 && weight <= (list[at - 1]?.weight ?? 1)),
  );
  return (
    isFalling &&
    words.every(({ variants: [first, ...others] }) => {
      const isTypedFirst = first?.how === 'typed' && first.weight === 1;
      const terms = new Set(others.map(({ term }) => term).filter((it) => it !== first?.term));
      return isTypedFirst && terms.size === others.length && others.every((it) => it.weight < 1);
    })
  );
}

describe('a query plan', () => {
  longTest('every text has a bounded plan in a fixed order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plan = planQuery(text, CROWDED);
        expect(exceeded(plan)).toEqual([]);
        expect(isOrdered(plan)).toBe(true);
        expect(JSON.stringify(planQuery(text, CROWDED))).toBe(JSON.stringify(plan));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(LONG_TEXTS.map((text) => [text.slice(0, 4), text]))('long text %j', (_, text) => {
    expect(exceeded(planQuery(text, CROWDED))).toEqual([]);
  });

  it.each([
    ['soft signs', 'ььь'],
    ['letters with long readings', 'щ'.repeat(40)],
  ])('a word of %s has only whole terms', (_, text) => {
    expect(exceeded(planQuery(text, CROWDED))).toEqual([]);
  });

  it('a text of many words keeps the first ones, and none of them is open', () => {
    const typed = Array.from({ length: 1_000 }, (_, at) => `number${'n'.repeat(at % 7)}`);
    const plan = planQuery(typed.join(' '), CROWDED);
    expect(plan.words.map((word) => word.typed)).toEqual(typed.slice(0, PLAN_BOUNDS.words));
    expect(plan.isLastOpen).toBe(false);
    expect(plan.words.at(-1)?.variants.some(({ isPrefix }) => isPrefix)).toBe(false);
  });

  it('a text beyond 1,000 code units keeps its beginning, and its last word is closed', () => {
    const plan = planQuery(`  night${' '.repeat(1_000)}market`, CROWDED);
    expect(plan.words.map((word) => word.typed)).toEqual(['night']);
    expect(plan.isLastOpen).toBe(false);
  });

  it('a word with many equal terms keeps the first variant of each other rule', () => {
    const { words, rewrites } = planQuery('end', CROWDED);
    const hows = words[0]?.variants.map(({ how }) => how);
    const synonyms = Array.from({ length: 5 }, () => 'synonym');
    expect(hows).toEqual(['typed', ...synonyms, 'layout', 'transliterated']);
    expect(rewrites).toEqual([]);
    expect(planQuery('mod', CROWDED).rewrites).toHaveLength(PLAN_BOUNDS.rewrites);
  });

  it('the typed terms of all words come before other variants of any', () => {
    const { words } = planQuery('end '.repeat(12), CROWDED);
    expect(words.map(({ variants }) => variants[0]?.term)).toEqual(Array(12).fill('end'));
  });

  longTest('a vocabulary of 20,000 groups has its synonyms in a plan', () => {
    const groups = Array.from({ length: 20_000 }, (_, at) => [`word${at}`, `other ${at}`]);
    const vocabulary = createVocabulary({ groups });
    expect(planQuery('word7', vocabulary).rewrites.map(({ how }) => how)).toContain('synonym');
  });

  it('names of object members are words without synonyms', () => {
    for (const text of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const { words } = planQuery(text, CROWDED);
      expect(words.flatMap(({ variants }) => variants.map(({ how }) => how))).not.toContain(
        'synonym',
      );
    }
  });
});
