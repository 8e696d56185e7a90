import { allowedEdits, editDistance } from '../../../src/platform/search/plan/edit-distance.js';
import { compoundTerms, indexTerms } from '../../../src/platform/search/plan/index-terms.js';
import type { CatalogMod } from './catalog.js';

/** The words of a catalog, to judge which mods a query means. */
export interface Words {
  /** The mods whose titles have all words of a text. */
  withTitleWords(text: string): CatalogMod[];
  /** The mods whose titles have all words of a text, the last one as the beginning of a word. */
  withTitleStart(text: string): CatalogMod[];
  /** The mods with exactly this title with any case and spaces. */
  titled(text: string): CatalogMod[];
  /**
   * Whether a mistaken word can only mean the intended one: no other word of the catalog equals it,
   * begins with it, or is as close to it.
   */
  isClear(mistaken: string, intended: string): boolean;
  /** Whether this holds for each word of a text. Words with punctuation are clear. */
  areClear(mistaken: string, intended: string): boolean;
  /** Whether no text of the catalog has the word, or one that a correction would give. */
  isUnknown(word: string): boolean;
  /** The number of mods with the word in a title. */
  frequency(word: string): number;
}

/** Collects the words of all mods. */
export function readWords(mods: readonly CatalogMod[]): Words {
  const byTerm = groupBy(mods, titleTerms);
  const byTitle = groupBy(mods, ({ titles }) => new Set(Object.values(titles).map(squeezed)));
  const everywhere = createTerms(new Set([...byTerm.keys(), ...mods.flatMap(otherTerms)]));
  const withAll = (terms: readonly string[]) => {
    const [first = [], ...others] = terms.map((term) => byTerm.get(term) ?? []);
    return first.filter((mod) => others.every((list) => list.includes(mod)));
  };
  return {
    withTitleWords: (text) => withAll(wordsIn(text)),
    withTitleStart(text) {
      const words = wordsIn(text);
      const last = everywhere.startingWith(words.pop() ?? '');
      return [...new Set(last.flatMap((term) => withAll([...words, term])))];
    },
    titled: (text) => byTitle.get(squeezed(text)) ?? [],
    isClear: (mistaken, intended) => isClear(everywhere, mistaken, intended),
    areClear(mistaken, intended) {
      const meant = intended.split(' ');
      return mistaken
        .split(' ')
        .every((word, at) => /[^\p{L}]/u.test(word) || isClear(everywhere, word, meant[at] ?? ''));
    },
    isUnknown: (word) => isUnknown(everywhere, word),
    frequency: (word) => byTerm.get(wordsIn(word)[0] ?? '')?.length ?? 0,
  };
}

/** The mods of each of their terms. */
function groupBy(
  mods: readonly CatalogMod[],
  termsOf: (mod: CatalogMod) => ReadonlySet<string>,
): Map<string, CatalogMod[]> {
  const groups = new Map<string, CatalogMod[]>();
  for (const mod of mods) {
    for (const term of termsOf(mod)) {
      const others = groups.get(term);
      if (others) others.push(mod);
      else groups.set(term, [mod]);
    }
  }
  return groups;
}

function titleTerms({ titles }: CatalogMod): Set<string> {
  const terms = Object.entries(titles).flatMap(([language, title]) => [
    ...indexTerms(title, language),
    ...compoundTerms(title),
  ]);
  return new Set(terms);
}

function otherTerms({ entry: { summaries, descriptions, keywords } }: CatalogMod): string[] {
  const texts = [...Object.values(summaries), ...Object.values(descriptions), ...keywords];
  return texts.flatMap((text) => indexTerms(text));
}

/** The words of a query, without their parts. */
function wordsIn(text: string): string[] {
  return text.split(/[\s-]+/).flatMap((word) => indexTerms(word)[0] ?? []);
}

const squeezed = (text: string) => wordsIn(text).join('');

/** The terms of all texts of a catalog. */
interface Terms {
  has(term: string): boolean;
  startingWith(start: string): string[];
  /** The terms with at most so many errors. */
  near(term: string, edits: number): string[];
}

function createTerms(terms: ReadonlySet<string>): Terms {
  const sorted = [...terms].sort();
  const byLength = new Map<number, { term: string; letters: number }[]>();
  for (const term of sorted) {
    const signed = { term, letters: lettersOf(term) };
    const others = byLength.get(term.length);
    if (others) others.push(signed);
    else byLength.set(term.length, [signed]);
  }
  return {
    has: (term) => terms.has(term),
    startingWith(start) {
      const from = firstFrom(sorted, start);
      let end = from;
      while (sorted[end]?.startsWith(start)) end += 1;
      return sorted.slice(from, end);
    },
    near(term, edits) {
      const letters = lettersOf(term);
      const lengths = Array.from({ length: 2 * edits + 1 }, (_, at) => term.length - edits + at);
      return lengths
        .flatMap((length) => byLength.get(length) ?? [])
        .filter((it) => bitCount(it.letters ^ letters) <= 2 * edits)
        .map((it) => it.term)
        .filter((it) => editDistance(term, it, edits) <= edits);
    },
  };
}

/** A bit for each letter, modulo 32. An error changes at most two of them. */
function lettersOf(term: string): number {
  let bits = 0;
  for (let at = 0; at < term.length; at += 1) bits |= 1 << (term.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The place of the first term that is not before `start`. */
function firstFrom(sorted: readonly string[], start: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isClear(terms: Terms, mistaken: string, intended: string): boolean {
  const [typed = '', meant = ''] = [wordsIn(mistaken)[0], wordsIn(intended)[0]];
  if (terms.has(typed)) return false;
  if (terms.startingWith(typed).some((term) => !term.startsWith(meant))) return false;
  const most = allowedEdits(typed);
  const distance = Math.min(most, editDistance(typed, meant, most));
  return terms.near(typed, distance).every((term) => term === meant);
}

function isUnknown(terms: Terms, word: string): boolean {
  const [typed = ''] = wordsIn(word);
  if (terms.startingWith(typed).length > 0) return false;
  return terms.near(typed, allowedEdits(typed)).length === 0;
}
