import { allowedEdits } from './edit-distance.js';
import { otherLayouts } from './layouts.js';
import { fold, lengthOf, spellingsOf, TERM_CHARACTERS } from './letters.js';
import { type How, PLAN_BOUNDS, type Rewrite, type Term, WEIGHTS } from './query-plan.js';
import { transliterationsOf } from './transliteration.js';
import type { TypedText, TypedWord } from './typed-text.js';
import type { Vocabulary } from './vocabulary.js';
import { partsOf, wordsOf } from './words.js';

/** A shorter beginning matches too many words. */
const PREFIX_CHARACTERS = 2;

/** Halves of a compound are no shorter: most shorter words are endings, too. */
const HALF_CHARACTERS = 3;

/** A text of more words has no joins of three: they would take the place of other rewrites. */
const TRIPLED_WORDS = 4;

/** Each later `reading` of a range weighs less by this. Synonyms and splits have no order. */
const READING_STEP = 0.02;

/** The numerals that names of games and mods use, from 2 on. `i` is a word of English. */
const ROMAN = 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');

const ROMAN_BY_NUMBER = new Map(ROMAN.map((roman, at) => [String(at + 2), roman]));
const NUMBER_BY_ROMAN = new Map(ROMAN.map((roman, at) => [roman, String(at + 2)]));

/** Other terms for a range of words; `reading` numbers its readings by one rule, from 0. */
interface Other {
  readonly from: number;
  readonly count: number;
  readonly terms: readonly string[];
  readonly how: How;
  readonly reading?: number;
}

/** The typed term of a word, as part of a plan. */
export function typedTerm(text: TypedText, at: number): Term {
  return plannedTerm(text.words[at]?.term ?? '', 'typed', isOpen(text, at + 1));
}

/** Everything that may be meant instead of the typed words, in a fixed order. */
export function rewritesOf(text: TypedText, vocabulary: Vocabulary): Rewrite[] {
  const others = [
    ...text.words.flatMap((word, at) => ofWord(word, at, vocabulary)),
    ...synonyms(text, vocabulary),
    ...joins(text),
    ...layouts(text),
  ];
  return others
    .filter((it) => it.terms.length <= PLAN_BOUNDS.rewriteTerms && !isTyped(text, it))
    .map((it) => planned(text, it));
}

function ofWord({ typed, term }: TypedWord, at: number, vocabulary: Vocabulary): Other[] {
  const one = { from: at, count: 1 };
  const numeral = otherNumeral(term, at === 0);
  const parts = partsOf(typed);
  const numbered = withOtherNumerals(parts.map(fold));
  return [
    ...spellingsOf(typed).map((it) => ({ ...one, terms: [it], how: 'umlaut' as const })),
    ...(parts.length > 1 ? [{ ...one, terms: parts.map(fold), how: 'split' as const }] : []),
    ...halves(term, vocabulary).map((terms) => ({ ...one, terms, how: 'split' as const })),
    ...(numeral ? [{ ...one, terms: [numeral], how: 'number' as const }] : []),
    ...(numbered ? [{ ...one, terms: numbered, how: 'number' as const }] : []),
    ...transliterationsOf(term).map((it, reading) => {
      return { ...one, terms: [it], how: 'transliterated' as const, reading };
    }),
  ];
}

/**
 * The other spelling of a number from 2 to 20: `2` for `ii` and the reverse; otherwise undefined.
 * A single letter is a number only after another word: `Civilization V`, but not `v`.
 */
function otherNumeral(term: string, isFirst: boolean): string | undefined {
  if (term.length === 1 && isFirst && NUMBER_BY_ROMAN.has(term)) return undefined;
  return ROMAN_BY_NUMBER.get(term) ?? NUMBER_BY_ROMAN.get(term);
}

/** The parts of one word with the other spelling of its numbers; undefined if it has none. */
function withOtherNumerals(parts: readonly string[]): string[] | undefined {
  const others = parts.map((part, at) => (at === 0 ? undefined : otherNumeral(part, false)));
  if (others.every((other) => other === undefined)) return undefined;
  return parts.map((part, at) => others[at] ?? part);
}

/** The term as two words of the vocabulary. */
function halves(term: string, { words }: Vocabulary): string[][] {
  if (words.size === 0) return [];
  const letters = [...term];
  const found: string[][] = [];
  for (let at = HALF_CHARACTERS; at <= letters.length - HALF_CHARACTERS; at++) {
    const pair = [letters.slice(0, at).join(''), letters.slice(at).join('')];
    if (pair.every((half) => words.has(half))) found.push(pair);
  }
  return found;
}

function synonyms({ words }: TypedText, { equals, longestKey }: Vocabulary): Other[] {
  const found: Other[] = [];
  for (let from = 0; from < words.length; from++) {
    let key = '';
    for (let end = from; end < Math.min(words.length, from + longestKey); end++) {
      key += `${end > from ? ' ' : ''}${words[end]?.term}`;
      for (const terms of equals.get(key)?.slice(0, PLAN_BOUNDS.total) ?? []) {
        found.push({ from, count: end - from + 1, terms, how: 'synonym' });
      }
    }
  }
  return found;
}

/**
 * Two neighbouring words as one, three of a short text, and all words of a longer chunk, if a term
 * can be so long.
 */
function joins({ words, chunks }: TypedText): Other[] {
  const pairs = words.slice(1).map((_, from) => ({ from, count: 2 }));
  const isShort = words.length <= TRIPLED_WORDS;
  const triples = isShort ? words.slice(2).map((_, from) => ({ from, count: 3 })) : [];
  const longer = chunks.filter(({ count }) => count > 2);
  return [...pairs, ...triples, ...longer].flatMap(({ from, count }) => {
    const range = words.slice(from, from + count).map(({ typed }) => typed);
    const whole = range.join('');
    if (lengthOf(whole) > TERM_CHARACTERS) return [];
    return spellingsOf(whole).map((term, reading) => {
      return { from, count, terms: [term], how: 'joined' as const, reading };
    });
  });
}

/** Words that correspond one to one stay separate, so that each of them can be right alone. */
function layouts({ chunks }: TypedText): Other[] {
  return chunks.flatMap(({ text, from, count }) =>
    otherLayouts(text).flatMap((other, reading): Other[] => {
      const terms = wordsOf(other).map(fold);
      if (terms.length !== count) return [{ from, count, terms, how: 'layout', reading }];
      return terms.map((term, at) => {
        return { from: from + at, count: 1, terms: [term], how: 'layout', reading };
      });
    }),
  );
}

function planned(text: TypedText, { from, count, terms, how, reading = 0 }: Other): Rewrite {
  const last = terms.length - 1;
  const weight = Math.round((WEIGHTS[how] - reading * READING_STEP) * 100) / 100;
  const isEndOpen = isOpen(text, from + count);
  return {
    from,
    count,
    terms: terms.map((term, at) => plannedTerm(term, how, isEndOpen && at === last)),
    weight,
    how,
  };
}

/** Whether the word before `end` is the last one of the text and may be unfinished. */
function isOpen({ words, isLastOpen }: TypedText, end: number): boolean {
  return isLastOpen && end === words.length;
}

function plannedTerm(term: string, how: How, isEndOpen: boolean): Term {
  const isBeginning = lengthOf(term) >= PREFIX_CHARACTERS && /\p{L}/u.test(term);
  const isWhole = how === 'synonym' || how === 'number';
  return { term, maxEdits: editsOf(term, how), isPrefix: isEndOpen && isBeginning && !isWhole };
}

/** Corrections of guesses would match anything. A transliteration varies by a letter, though. */
function editsOf(term: string, how: How): Term['maxEdits'] {
  if (how === 'synonym' || how === 'number' || how === 'layout') return 0;
  const allowed = allowedEdits(term);
  return how === 'transliterated' && allowed === 2 ? 1 : allowed;
}

function isTyped({ words }: TypedText, { from, count, terms }: Other): boolean {
  if (terms.length !== count) return false;
  return terms.every((term, at) => term === words[from + at]?.term);
}
