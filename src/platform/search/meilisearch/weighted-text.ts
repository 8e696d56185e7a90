import type { Term } from '../plan/query-plan.js';
import type { SearchedFields } from './settings.js';

/** A text to ask Meilisearch for. Each of its words has to match. */
export interface WeightedText {
  /** In the syntax of Meilisearch: a word in quotes has no corrections and is no prefix. */
  readonly text: string;
  /** How much its hits count, from 0 to 1. */
  readonly weight: number;
  /** The errors that all words together may have. Meilisearch returns hits with more. */
  readonly maxEdits: number;
  /** Hits with a lower score of their own have too many errors. 0 if no hit can have too many. */
  readonly minScore: number;
  readonly fields: SearchedFields;
}

/**
 * The settings of Meilisearch: it corrects words of these lengths, and reads only the first words.
 */
const CORRECTED = { one: 4, two: 8, words: 10 };

/** Less than the smallest difference of two scores. */
const EPSILON = 1e-9;

/** A text of terms. Its hits count by the weight. */
export function weighted(
  terms: readonly Term[],
  weight: number,
  fields: SearchedFields,
): WeightedText {
  const last = terms.at(-1);
  const isClosed = last !== undefined && !last.isPrefix;
  const maxEdits = terms.reduce((sum, term) => sum + term.maxEdits, 0);
  return {
    // A space at the end closes the last word.
    text: terms.map(written).join(' ') + (isClosed && isBare(last) ? ' ' : ''),
    weight,
    maxEdits,
    minScore: minScoreOf(terms, maxEdits),
    fields,
  };
}

/**
 * The lowest score of a hit with at most `maxEdits` errors. Errors weigh the most in a score: with
 * at most 2 of them, it is up to 1/3 for 2, up to 2/3 for 1, and above that without any.
 */
function minScoreOf(terms: readonly Term[], maxEdits: number): number {
  const possible = terms
    .slice(0, CORRECTED.words)
    .filter((term) => isBare(term) && !/\p{N}/u.test(term.term))
    .reduce((sum, term) => sum + correctionsOf(lengthOf(term)), 0);
  return possible > maxEdits ? (possible - maxEdits) / (possible + 1) + EPSILON : 0;
}

function correctionsOf(length: number): number {
  if (length >= CORRECTED.two) return 2;
  return length >= CORRECTED.one ? 1 : 0;
}

/** A term in the syntax of Meilisearch. */
export function written(term: Term): string {
  return isBare(term) ? term.term : `"${term.term}"`;
}

function isBare({ maxEdits, isPrefix }: Term): boolean {
  return maxEdits > 0 || isPrefix;
}

/** The length of a term in code points. */
export function lengthOf({ term }: Term): number {
  return [...term].length;
}

/** A term that matches nothing else. */
export function exact(term: string): Term {
  return { term, maxEdits: 0, isPrefix: false };
}
