import type { Alternative, Alternatives } from './alternatives.js';

/**
 * The weight that marks terms in the index: `B` of summaries, `C` of keywords, `D` of descriptions.
 * Terms of titles have `A`, but no query needs it, because titles also have their own column.
 */
type FieldWeight = 'B' | 'C' | 'D';

/** The text of a `tsquery` that each word satisfies by any of its alternatives. */
export function asQuery(words: readonly Alternatives[]): string {
  return words.map(({ alternatives }) => `(${anyOf(alternatives)})`).join(' & ');
}

/** The text of a `tsquery` for any of the alternatives, in the fields of a weight or in all. */
export function anyOf(alternatives: readonly Alternative[], weight: FieldWeight | '' = ''): string {
  return alternatives.map(({ groups }) => allOf(groups, weight)).join(' | ');
}

function allOf(groups: readonly (readonly string[])[], weight: string): string {
  const all = groups.map((terms) => `(${terms.map((term) => quoted(term, weight)).join(' | ')})`);
  return `(${all.join(' & ')})`;
}

function quoted(term: string, weight: string): string {
  const text = term.replaceAll('\\', '\\\\').replaceAll("'", "''");
  return weight === '' ? `'${text}'` : `'${text}':${weight}`;
}
