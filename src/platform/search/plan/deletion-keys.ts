import type { Term } from './query-plan.js';

/** The shortest term that a correction leads to, and the first length that allows two errors. */
const LENGTHS = { shortest: 3, twoErrors: 8 };

/** The letters at both ends of a long term that its keys depend on. */
const ENDS = { first: 4, last: 3 };

/**
 * The keys under which a dictionary stores a word, so that corrections find it: hashes of its
 * letters without some of them. Two terms within an edit distance that a plan allows share a key
 * (see `lookupKeys`); few other terms do. The technique is the symmetric deletion of SymSpell.
 * - A term of 3 to 8 letters: the whole term without up to one letter.
 * - A term of at least 6 letters: its length, its first four and its last three letters without up
 *   to two of these. The beginning alone would be that of a thousand compounds.
 * - A term with a digit: none, because another digit is another thing.
 */
export function deletionKeys(term: string): number[] {
  if (!hasKeys(term)) return [];
  const letters = [...term];
  const { shortest, twoErrors } = LENGTHS;
  const keys: number[] = [];
  if (letters.length >= shortest && letters.length <= twoErrors) keys.push(...shortKeys(letters));
  if (letters.length >= twoErrors - 2) {
    keys.push(...endsOf(letters, 2).map((ends) => hashWith(ends, letters.length)));
  }
  return [...new Set(keys)];
}

/** Whether corrections lead to a term: not to one with a digit. */
export function hasKeys(term: string): boolean {
  return !/\p{N}/u.test(term);
}

/**
 * The keys of the terms that differ from a term by up to `maxEdits` errors; none for 0. A plan
 * allows two errors from eight letters on.
 */
export function lookupKeys(term: string, maxEdits: Term['maxEdits']): number[] {
  if (maxEdits === 0) return [];
  const letters = [...term];
  if (letters.length < LENGTHS.twoErrors) return shortKeys(letters);
  const ends = endsOf(letters, maxEdits);
  const lengths = Array.from(
    { length: 2 * maxEdits + 1 },
    (_, at) => letters.length - maxEdits + at,
  );
  return [...new Set(lengths.flatMap((length) => ends.map((hash) => hashWith(hash, length))))];
}

function shortKeys(letters: readonly string[]): number[] {
  return shortened(letters, 1).flat().map(hashOf);
}

/** Hashes of both ends of a term, without up to `deletions` letters in total. */
function endsOf(letters: readonly string[], deletions: number): number[] {
  const first = shortened(letters.slice(0, ENDS.first), deletions);
  const last = shortened(letters.slice(-ENDS.last), deletions);
  return first.flatMap((starts, fromFirst) =>
    last
      .slice(0, deletions - fromFirst + 1)
      .flatMap((ends) => starts.flatMap((start) => ends.map((end) => hashOf(`${start} ${end}`)))),
  );
}

/** The text itself, the texts without one letter, and so on, up to `deletions` letters. */
function shortened(letters: readonly string[], deletions: number): string[][] {
  let texts = [letters];
  const found = [[letters.join('')]];
  for (let deleted = 0; deleted < deletions; deleted++) {
    texts = texts.flatMap((text) => text.map((_, at) => text.toSpliced(at, 1)));
    found.push([...new Set(texts.map((text) => text.join('')))]);
  }
  return found;
}

/** FNV-1a of the UTF-16 code units of a text, as the signed number of an integer column. */
export function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = mixed(value, text.charCodeAt(at));
  return value | 0;
}

/** The hash of a text with this hash and a number after it. */
function hashWith(hash: number, next: number): number {
  return mixed(hash, next) | 0;
}

function mixed(value: number, next: number): number {
  return Math.imul(value ^ next, 0x01000193);
}
