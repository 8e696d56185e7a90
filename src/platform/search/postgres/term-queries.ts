import type { Alternative, ResolvedWord } from './resolve-query.js';

/** The text of a `tsquery` that each word satisfies by any of its alternatives. */
export function asQuery(words: readonly ResolvedWord[]): string {
  return words.map(({ alternatives }) => `(${anyOf(alternatives)})`).join(' & ');
}

/** The text of a `tsquery` for any of the alternatives. */
export function anyOf(alternatives: readonly Alternative[]): string {
  return alternatives.map(({ groups }) => allOf(groups)).join(' | ');
}

function allOf(groups: readonly (readonly string[])[]): string {
  const all = groups.map((terms) => `(${terms.map(quoted).join(' | ')})`);
  return `(${all.join(' & ')})`;
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
