import { editDistance } from '../../../../src/platform/search/plan/edit-distance.js';
import { compoundTerms, indexTerms } from '../../../../src/platform/search/plan/index-terms.js';
import { planQuery } from '../../../../src/platform/search/plan/plan-query.js';
import type { Term } from '../../../../src/platform/search/plan/query-plan.js';
import {
  createVocabulary,
  type VocabularyEntries,
} from '../../../../src/platform/search/plan/vocabulary.js';

/** A vocabulary without entries. */
export const NO_VOCABULARY = createVocabulary({ groups: [] });

/** Whether a query finds a title: each word by a variant, or by a rewrite over its range. */
export function meets(
  query: string,
  title: string,
  { language = 'en', entries }: { language?: string; entries?: VocabularyEntries } = {},
): boolean {
  const indexed = [...indexTerms(title, language), ...compoundTerms(title)];
  const { words, rewrites } = planQuery(query, entries ? createVocabulary(entries) : NO_VOCABULARY);
  const reached = new Set(words.length > 0 ? [0] : []);
  words.forEach(({ variants }, at) => {
    if (!reached.has(at)) return;
    if (variants.some((term) => isIndexed(term, indexed))) reached.add(at + 1);
    for (const { from, count, terms } of rewrites) {
      if (from !== at) continue;
      if (terms.every((term) => isIndexed(term, indexed))) reached.add(at + count);
    }
  });
  return words.length > 0 && reached.has(words.length);
}

function isIndexed({ term, maxEdits, isPrefix }: Term, indexed: readonly string[]): boolean {
  return indexed.some(
    (it) => (isPrefix && it.startsWith(term)) || editDistance(term, it, maxEdits) <= maxEdits,
  );
}

/** The terms that a rule adds for a query; the terms of one rewrite with a space between. */
export function termsBy(how: string, query: string, entries?: VocabularyEntries): string[] {
  const plan = planQuery(query, entries ? createVocabulary(entries) : NO_VOCABULARY);
  return [
    ...plan.words.flatMap(({ variants }) => variants.map((it) => ({ ...it, terms: [it] }))),
    ...plan.rewrites,
  ]
    .filter((it) => it.how === how)
    .map(({ terms }) => terms.map(({ term }) => term).join(' '));
}
