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
  return chunk.replace(INNER_APOSTROPHE, '').match(WORD) ?? [];
}

/** The parts of a word by its capitals and digits: `Better`, `End`, `2` for `BetterEnd2`. */
export function partsOf(word: string): string[] {
  return PARTED.test(word) ? word.split(PART) : [word];
}
