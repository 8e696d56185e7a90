import { readable } from './letters.js';

const SPACES = /[\s\p{Cc}]+/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** An apostrophe or grave accent inside a word. */
const INNER_APOSTROPHE = /(?<=[\p{L}\p{M}\p{N}])['`](?=[\p{L}\p{N}])/gu;

/**
 * The places between the parts of a word: before a capital after a small letter (`Better|End`),
 * before the last of several capitals if it begins a word (`GTAV|Enhanced`, but `NPCs`), and
 * between letters and digits.
 */
const PART =
  /(?<=\p{Ll}\p{M}*)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N}\p{M}*)(?=\p{L})/u;

/**
 * Most words, which have one part: small letters, after one capital at most. Property escapes are
 * several times slower, so words of the three languages do not reach them.
 */
const ONE_PART = /^[A-ZА-ЯЁÄÖÜ]?[a-zа-яёäöüß]*$/;

/** Most chunks: a word of letters, and the punctuation after it. */
const ONE_WORD = /^([A-Za-zА-Яа-яЁёÄÖÜäöüß]+)[.,:;!?)]*$/;

/** Words with more than one part have one of these. */
const PARTED = /[\p{Lu}\p{N}]/u;

/** The pieces of a text between spaces and control characters, readable and with their case. */
export function chunksOf(text: string): string[] {
  return readable(text)
    .split(SPACES)
    .filter((chunk) => chunk !== '');
}

/** The words of a chunk, with their case. Apostrophes join, all other characters separate. */
export function wordsOf(chunk: string): string[] {
  const word = ONE_WORD.exec(chunk)?.[1];
  return word === undefined ? (chunk.replace(INNER_APOSTROPHE, '').match(WORD) ?? []) : [word];
}

/** The parts of a word by its capitals and digits: `Better`, `End`, `2` for `BetterEnd2`. */
export function partsOf(word: string): string[] {
  return !ONE_PART.test(word) && PARTED.test(word) ? word.split(PART) : [word];
}
