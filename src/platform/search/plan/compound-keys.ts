import { deletionKeys, hashOf, hasKeys } from './deletion-keys.js';

/** The first length in letters with keys of its own; a shorter compound has those of a word. */
const LONG = 10;

/** The parts of a compound. */
const PARTS = 4;

/**
 * The keys under which a dictionary stores a compound: a term that is only the joined words of a
 * title or keyword. A catalog has more compounds than mods, and many share words. With the keys of
 * words, each lookup would read many compounds. A key is the length and all letters except those of
 * one of four parts. Corrections of one error find it (see `compoundLookupKeys`); corrections of
 * two errors do not.
 */
export function compoundKeys(term: string): number[] {
  const letters = [...term];
  if (letters.length < LONG || !hasKeys(term)) return deletionKeys(term);
  return Array.from({ length: PARTS }, (_, part) => keyWithout(part, letters, letters.length));
}

/**
 * The keys of the long compounds that differ from a term by one error. The error is in one part, so
 * the other parts are the same; later ones have moved if the lengths differ. Two swapped neighbours
 * at a border are in two parts: the lookup swaps them back.
 */
export function compoundLookupKeys(term: string): number[] {
  const letters = [...term];
  const keys = new Set<number>();
  for (const length of [letters.length - 1, letters.length, letters.length + 1]) {
    if (length < LONG) continue;
    for (let part = 0; part < PARTS; part++) keys.add(keyWithout(part, letters, length));
  }
  if (letters.length >= LONG) {
    for (let part = 1; part < PARTS; part++) {
      keys.add(keyWithout(0, swappedAt(borderOf(part, letters.length), letters), letters.length));
    }
  }
  return [...keys];
}

/** The key of a compound of `length` letters, by the letters of a term around its part. */
function keyWithout(part: number, letters: readonly string[], length: number): number {
  const start = letters.slice(0, borderOf(part, length)).join('');
  const end = letters.slice(borderOf(part + 1, length) + letters.length - length).join('');
  return hashOf(`${length} ${part} ${start} ${end}`);
}

/** The number of letters before a part. */
function borderOf(part: number, length: number): number {
  return Math.floor((length * part) / PARTS);
}

function swappedAt(border: number, letters: readonly string[]): string[] {
  return letters.toSpliced(border - 1, 2, letters[border] ?? '', letters[border - 1] ?? '');
}
