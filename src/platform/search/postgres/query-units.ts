import type { PlannedWord, QueryPlan, Rewrite, Term } from '../plan/query-plan.js';
import type { Runner } from './entry-rows.js';
import {
  type Correction,
  type FoundTerm,
  type Lookup,
  lookUpCorrections,
  type TermCounts,
  TRUSTED_MODS,
} from './lookup.js';

/**
 * The factor of a term by its relation to the requested one; for corrections, by their edits.
 * `nearPrefix` is a completion of a beginning with an error.
 */
export const FACTORS = {
  term: 1,
  stem: 0.95,
  prefix: 0.92,
  corrections: [1, 0.8, 0.65],
  nearPrefix: 0.6,
} as const;

/**
 * A word is no typing error if so many mods have it in title, summary or keywords, or if so many
 * and a hundredth of all mods have it in any text.
 */
const KNOWN_MODS = { texts: TRUSTED_MODS, body: 100 };

/**
 * A much shorter stem that more mods than these have, and a tenth of all mods, is a common word by
 * chance: German grammar makes `for` of `forest`. A search for a known word does without it.
 */
const COMMON_STEM = { mods: 1000, lessLetters: 3 };

/**
 * A variant of a word, or a rewrite. It stands for `count` words from number `from` on. All of its
 * terms have to match.
 */
type Unit = Pick<Rewrite, 'from' | 'count' | 'terms' | 'weight'>;

/** The variants of all words, then the rewrites. */
export function unitsOf({ words, rewrites }: QueryPlan): Unit[] {
  const variants = words.flatMap(({ variants: list }: PlannedWord, from) =>
    list.map((variant) => ({ from, count: 1, terms: [variant], weight: variant.weight })),
  );
  return [...variants, ...rewrites];
}

/** Whether a unit stands for the word with this number, alone or with its neighbours. */
export function covers({ from, count }: Unit, at: number): boolean {
  return from <= at && at < from + count;
}

/** A term of the index that serves a term of the plan. */
interface Option extends TermCounts {
  readonly term: string;
  readonly factor: number;
}

/** A unit, and for each of its terms the terms of the index; without any if the index lacks one. */
export type ResolvedUnit = Unit & { readonly options: readonly (readonly Option[])[] };

/**
 * The corrections of the words that seem to be typing errors, by requested term. A word seems to be
 * one if none of the units that cover it is known (`KNOWN_MODS`). Completions do not make a unit
 * known.
 */
export async function correctionsOf(
  db: Runner,
  { words }: QueryPlan,
  units: readonly Unit[],
  { found, mods }: Lookup,
): Promise<Map<string, Correction[]>> {
  const isKnown = (unit: Unit) =>
    unit.terms.every(({ term }) => {
      const { texts, body } = countsWithoutPrefixes(found.get(term));
      return texts >= KNOWN_MODS.texts || body >= Math.max(KNOWN_MODS.body, mods.all / 100);
    });
  const unknown = words.flatMap((_, at) => {
    const over = units.filter((unit) => covers(unit, at));
    return over.some(isKnown) ? [] : over;
  });
  const requested = unknown
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ terms }) => terms.filter(({ maxEdits }) => maxEdits > 0));
  const corrections = new Map<string, Correction[]>();
  if (requested.length === 0) return corrections;
  for (const correction of await lookUpCorrections(db, requested)) {
    const others = corrections.get(correction.requested);
    if (others) others.push(correction);
    else corrections.set(correction.requested, [correction]);
  }
  return corrections;
}

function countsWithoutPrefixes(found: readonly FoundTerm[] = []) {
  const whole = found.filter(({ by }) => by !== 'prefix');
  const sum = (tier: 'texts' | 'body') => whole.reduce((total, it) => total + it[tier], 0);
  return { texts: sum('texts'), body: sum('body') };
}

/** For each term of a unit its terms in the index. Empty if one of them has none. */
export function optionsOf(
  { terms }: Unit,
  lookup: Lookup,
  corrections: ReadonlyMap<string, readonly Correction[]>,
): Option[][] {
  const options = terms.map((term) => optionsOfTerm(term, lookup, corrections));
  return options.every((list) => list.length > 0) ? options : [];
}

function optionsOfTerm(
  { term, isPrefix }: Term,
  { found, mods }: Lookup,
  corrections: ReadonlyMap<string, readonly Correction[]>,
): Option[] {
  const all = found.get(term) ?? [];
  const isKnown = all.some(({ by, texts }) => by === 'term' && texts >= KNOWN_MODS.texts);
  const isCommon = (stem: FoundTerm) =>
    term.length - stem.term.length >= COMMON_STEM.lessLetters &&
    stem.texts > Math.max(COMMON_STEM.mods, mods.all / 10);
  const stored = all.filter(
    (it) => (it.by !== 'prefix' || isPrefix) && !(it.by === 'stem' && isKnown && isCommon(it)),
  );
  const corrected = corrections.get(term) ?? [];
  const options = [
    ...stored.map((it) => ({ ...it, factor: FACTORS[it.by] })),
    ...corrected.map((it) => ({ ...it, factor: FACTORS.corrections[it.edits] ?? 0 })),
  ];
  const best = new Map<string, Option>();
  for (const option of options.sort((a, b) => b.factor - a.factor)) {
    if (!best.has(option.term)) best.set(option.term, option);
  }
  return [...best.values()];
}
