/** The longest term in code points. Longer ones are cut. */
export const TERM_CHARACTERS = 40;

/** Characters without a shape of their own: zero-width, bidirectional, variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** The apostrophes and primes of other scripts and of typographers. */
const APOSTROPHES = /[\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032]/g;

/** NFKC would make it a space with a mark. */
const ACUTE_ACCENT = /\u00b4/g;

/**
 * More marks on one letter than any language has. Their normalization would take quadratic time.
 * The limit is that of the Stream-Safe Text Format (UAX #15). The half-width sound marks of
 * Japanese are letters that NFKC makes marks.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The marks of Latin, Greek and Cyrillic letters. Other scripts write vowels as marks. */
const DIACRITICS =
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;

/** Most words. Their terms are just their lower case. */
const PLAIN = /^[\0-\x7fА-Яа-я]*$/;

/**
 * Most texts of the three languages. `readable` leaves these characters as they are: NFKC composes
 * none of them with another, and none is invisible.
 */
const READABLE = /^[\0-\x7f«»À-ÖØ-öø-ÿЁА-яё–—“”„]*$/;

/** Letters without a decomposition in Unicode, each with its usual spelling. */
const SPELLED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ĸ: 'k', ŋ: 'n' }),
  ...Object.entries({ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' }),
]);
const SPELLED_LETTERS = new RegExp(`[${[...SPELLED.keys()].join('')}]`, 'gu');

/** The spelling of umlauts with a second letter. */
const UMLAUTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe' }),
);
const UMLAUT_LETTERS = new RegExp(`[${[...UMLAUTS.keys()].join('')}]`, 'gu');

/**
 * The text in normal form NFKC, without invisible characters, and with one apostrophe. The limit of
 * marks applies again after NFKC, because some characters give several marks.
 */
export function readable(text: string): string {
  if (READABLE.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(ACUTE_ACCENT, "'")
    .normalize('NFKC')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(APOSTROPHES, "'");
}

/**
 * The term of a readable word: lower case without diacritics, at most `TERM_CHARACTERS` long. The
 * letter `й` keeps its mark, because it is another letter than `и`.
 */
export function fold(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase().slice(0, TERM_CHARACTERS);
  const base = word.toLowerCase().normalize('NFKD').replace(DIACRITICS, '');
  return cut(base.replace(SPELLED_LETTERS, (letter) => SPELLED.get(letter) ?? letter));
}

/** The terms of a readable word: `uber` and `ueber` for `Über`; one for most words. */
export function spellingsOf(word: string): string[] {
  if (PLAIN.test(word)) return [fold(word)];
  const lower = word.toLowerCase();
  const spelled = lower.replace(UMLAUT_LETTERS, (letter) => UMLAUTS.get(letter) ?? letter);
  return spelled === lower ? [fold(word)] : [fold(word), fold(spelled)];
}

/**
 * The term with `a`, `o` and `u` instead of `ae`, `oe` and `ue`: the inverse of the longer spelling
 * of umlauts. After a vowel or `q` the two letters are no umlaut: `neue`, `Quelle`.
 */
export function withoutUmlautE(term: string): string {
  return term.replace(/(?<![aeiouyq])([aou])e/g, '$1');
}

/** The number of code points. */
export function lengthOf(term: string): number {
  let length = 0;
  for (const _ of term) length++;
  return length;
}

function cut(term: string): string {
  const composed = term.normalize('NFC');
  return composed.length <= TERM_CHARACTERS
    ? composed
    : [...composed].slice(0, TERM_CHARACTERS).join('');
}
