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
  /** The equal terms of each term, sorted; the words of a key have a space between. */
  readonly equals: ReadonlyMap<string, readonly FoldedTerm[]>;
  /** The words of the longest key. */
  readonly longestKey: number;
  readonly words: ReadonlySet<string>;
}

/** Folds and indexes the entries of a vocabulary. Order and case of entries do not matter. */
export function createVocabulary({ groups, words = [] }: VocabularyEntries): Vocabulary {
  const groupsByKey = new Map<string, FoldedTerm[][]>();
  for (const group of groups) {
    const terms = group.map(termWords).filter(({ length }) => length > 0 && length <= TERM_WORDS);
    const folded = sortedUnique(terms.map((term) => term.map(fold)));
    for (const key of new Set(terms.flatMap(keysOf))) {
      const others = groupsByKey.get(key);
      if (others) others.push(folded);
      else groupsByKey.set(key, [folded]);
    }
  }
  const equals = new Map([...groupsByKey].map(([key, lists]) => [key, union(lists)]));
  return {
    equals,
    longestKey: [...equals.keys()].reduce((most, key) => Math.max(most, wordCount(key)), 0),
    words: new Set(words.flatMap(termWords).flatMap(spellingsOf)),
  };
}

/** Most terms are in one group. They share its list. */
function union(lists: readonly FoldedTerm[][]): FoldedTerm[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? first : sortedUnique(lists.flat());
}

function sortedUnique(terms: readonly FoldedTerm[]): FoldedTerm[] {
  const byText = new Map(terms.map((term) => [term.join(' '), term]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term);
}

const wordCount = (key: string) => key.split(' ').length;

function termWords(term: string): string[] {
  return chunksOf(term).flatMap(wordsOf);
}

/** The term with all umlauts as one letter, and with all as two. */
function keysOf(term: readonly string[]): string[] {
  return [term.map(fold).join(' '), term.map((it) => spellingsOf(it).at(-1)).join(' ')];
}
