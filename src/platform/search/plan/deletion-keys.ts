import type { Term } from './query-plan.js';

/** The letters of a term that the keys depend on. Errors after them leave the keys as they are. */
const PREFIX = 7;

/** The shortest terms that a correction by one error and by two can lead to. */
const SHORTEST = { one: 3, two: 6 };

/**
 * The keys under which a dictionary stores a term, so that corrections find it: hashes of its first
 * seven letters without up to two of them. Two terms within an edit distance that a plan allows
 * share a key (see `lookupKeys`); other terms may share one as well. The technique is that of
 * SymSpell, symmetric deletion of a prefix.
 */
export function deletionKeys(term: string): number[] {
  const letters = [...term];
  if (letters.length < SHORTEST.one) return [];
  return keysOf(letters, letters.length < SHORTEST.two ? 1 : 2);
}

/** The keys of the terms that differ from a term by up to `maxEdits` errors. */
export function lookupKeys(term: string, maxEdits: Term['maxEdits']): number[] {
  return maxEdits === 0 ? [] : keysOf([...term], maxEdits);
}

function keysOf(letters: readonly string[], deletions: number): number[] {
  let shortened = new Set([letters.slice(0, PREFIX).join('')]);
  const keys = new Set([...shortened].map(hash));
  for (let deleted = 0; deleted < deletions; deleted++) {
    shortened = new Set([...shortened].flatMap(withoutOne));
    for (const text of shortened) keys.add(hash(text));
  }
  return [...keys];
}

function withoutOne(text: string): string[] {
  const letters = [...text];
  return letters.map((_, at) => letters.toSpliced(at, 1).join(''));
}

/** FNV-1a, as the signed number that an integer column stores. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value | 0;
}
