import { fold, spellingsOf } from './letters.js';
import { chunksOf, wordsOf } from './words.js';

/** The most words of a term of the vocabulary. Longer terms are ignored. */
const TERM_WORDS = 6;

/** The words of one game beyond its mods, as people write them. */
export interface VocabularyEntries {
  /** Groups of equal terms of one or several words: `['WoW', 'World of Warcraft']`. */
  readonly groups: readonly (readonly string[])[];
  /** Words that compounds are made of: `bookkeeping` is split if both halves are here. */
  readonly words?: readonly string[];
}

/** The folded words of a term. */
type FoldedTerm = readonly string[];

/** The entries in the form that a plan reads. Build it once and use it for many plans. */
export interface Vocabulary {
  /**
   * The equal terms by each term, including the term itself, sorted. A key has spaces between its
   * words.
   */
  readonly equals: ReadonlyMap<string, readonly FoldedTerm[]>;
  /** The words of the longest key. */
  readonly longestKey: number;
  /** The folded words that compounds are made of. */
  readonly words: ReadonlySet<string>;
}

/** The terms of a group in the form of a vocabulary. */
export interface FoldedGroup {
  readonly terms: readonly FoldedTerm[];
  /** The texts by which a plan finds the group. */
  readonly keys: ReadonlySet<string>;
}

/** Folds the terms of a group. Terms without words or with too many are ignored. */
export function foldGroup(group: readonly string[]): FoldedGroup {
  const terms = group.map(termWords).filter(({ length }) => length > 0 && length <= TERM_WORDS);
  return {
    terms: sortedUnique(terms.map((term) => term.map(fold))),
    keys: new Set(terms.flatMap(keysOf)),
  };
}

/** Folds and indexes the entries of a vocabulary. Order and case of entries do not matter. */
export function createVocabulary({ groups, words = [] }: VocabularyEntries): Vocabulary {
  return combineGroups(groups.map(foldGroup), words.flatMap(termWords).flatMap(spellingsOf));
}

/** Makes a vocabulary of folded groups, and of folded words that compounds are made of. */
export function combineGroups(
  groups: readonly FoldedGroup[],
  words: readonly string[] = [],
): Vocabulary {
  const listsByKey = new Map<string, (readonly FoldedTerm[])[]>();
  let longestKey = 0;
  for (const { terms, keys } of groups) {
    for (const { length } of terms) longestKey = Math.max(longestKey, length);
    for (const key of keys) {
      const others = listsByKey.get(key);
      if (others) others.push(terms);
      else listsByKey.set(key, [terms]);
    }
  }
  const equals = new Map([...listsByKey].map(([key, lists]) => [key, union(lists)]));
  return { equals, longestKey, words: new Set(words) };
}

/**
 * The folded words of a term, with a space between them. Terms with the same key are the same to a
 * plan, except for umlauts as two letters. Null if a vocabulary ignores the term: it has no words,
 * or too many.
 */
export function termKey(term: string): string | null {
  const words = termWords(term);
  return words.length > 0 && words.length <= TERM_WORDS ? words.map(fold).join(' ') : null;
}

/** Most terms are in one group. They share its list. */
function union(lists: readonly (readonly FoldedTerm[])[]): readonly FoldedTerm[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? first : sortedUnique(lists.flat());
}

function sortedUnique(terms: readonly FoldedTerm[]): FoldedTerm[] {
  const byText = new Map(terms.map((term) => [term.join(' '), term]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term);
}

function termWords(term: string): string[] {
  return chunksOf(term).flatMap(wordsOf);
}

/** The term with all umlauts as one letter, and with all as two. */
function keysOf(term: readonly string[]): string[] {
  return [term.map(fold).join(' '), term.map((it) => spellingsOf(it).at(-1)).join(' ')];
}
