import type { Alternative, Alternatives } from './alternatives.js';

/**
 * A query of at most so many words has several conditions for a compound. Connections keep the
 * plans of statements by their number of conditions, so longer ones would be too many.
 */
const COMPOUND_WORDS = 2;

/**
 * The weight that marks terms in the index: `B` of summaries, `C` of keywords, `D` of descriptions.
 * Terms of titles have `A`, but no query needs it, because titles also have their own column.
 */
type FieldWeight = 'B' | 'C' | 'D';

/**
 * The texts of `tsquery`s of which an entry has to match each one. Each word has one, satisfied by
 * any of its alternatives. A word with one compound, such as `(iron & fire) | ironfire`, has one for
 * each part: `iron | ironfire` and `fire | ironfire`. The index leaps between separate conditions,
 * best if the rarest word is first. In a single one, it compares each entry of the rarest word with
 * all others, which took up to five times as long.
 */
export function conditionsOf(words: readonly Alternatives[]): string[] {
  const rarestFirst = words.toSorted((one, other) => one.counts.body - other.counts.body);
  return rarestFirst.flatMap(({ alternatives }) => {
    const [compound, ...others] = alternatives.filter(({ groups }) => groups.length > 1);
    if (!compound || others.length > 0 || words.length > COMPOUND_WORDS) return anyOf(alternatives);
    return compound.groups.map((group) =>
      anyOf(alternatives.map((one) => (one === compound ? { ...one, groups: [group] } : one))),
    );
  });
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
