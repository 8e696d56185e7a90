import type { Alternative, Alternatives } from './alternatives.js';

/**
 * A compound has two conditions only in a query of at most so many words. A connection keeps a plan
 * of about a megabyte for each number of conditions.
 */
const COMPOUND_WORDS = 2;

/**
 * The weight that marks terms in the index: `B` of summaries, `C` of keywords, `D` of descriptions.
 * Terms of titles have `A`, but no query needs it, because titles also have their own column.
 */
type FieldWeight = 'B' | 'C' | 'D';

/**
 * The texts of `tsquery`s of which an entry has to match each one, the rarest word first. Each word
 * has one, satisfied by any of its alternatives.
 * A compound such as `(iron & fire) | ironfire` has one for its first part and one for the rest:
 * `iron | ironfire` and `fire | ironfire`. This holds for the only compound of a query of few words
 * (`COMPOUND_WORDS`). The index leaps between separate conditions. In a single one, it compares
 * each entry of the rarest word with all others, which took up to five times as long.
 */
export function conditionsOf(words: readonly Alternatives[]): string[] {
  const compounds = words.flatMap(({ alternatives }) => alternatives.filter(isCompound));
  const isSplit = compounds.length === 1 && words.length <= COMPOUND_WORDS;
  return isSplit
    ? rarestFirst(words).flatMap(({ alternatives }) => halvesOf(alternatives))
    : wordConditionsOf(words);
}

/** The texts as in `conditionsOf`, but always one for each word, even with a compound. */
export function wordConditionsOf(words: readonly Alternatives[]): string[] {
  return rarestFirst(words).map(({ alternatives }) => anyOf(alternatives));
}

function rarestFirst(words: readonly Alternatives[]): Alternatives[] {
  return words.toSorted((one, other) => one.counts.body - other.counts.body);
}

function isCompound({ groups }: Alternative): boolean {
  return groups.length > 1;
}

function halvesOf(alternatives: readonly Alternative[]): string[] {
  if (!alternatives.some(isCompound)) return [anyOf(alternatives)];
  const half = (from: number, to?: number) =>
    anyOf(
      alternatives.map((one) =>
        isCompound(one) ? { ...one, groups: one.groups.slice(from, to) } : one,
      ),
    );
  return [half(0, 1), half(1)];
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
