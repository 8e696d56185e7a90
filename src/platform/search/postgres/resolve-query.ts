import { planQuery } from '../plan/plan-query.js';
import type { PlannedWord, QueryPlan, Rewrite, Term } from '../plan/query-plan.js';
import type { SearchFilter } from '../search.port.js';
import type { Runner } from './entry-rows.js';
import {
  type Correction,
  type FoundTerm,
  type Lookup,
  lookUp,
  lookUpCorrections,
  type TermCounts,
  TRUSTED_MODS,
} from './lookup.js';

/** The tiers of texts, each within the next. A match in the first one counts most. */
export const TIERS = ['names', 'texts', 'body'] as const;
export type Tier = (typeof TIERS)[number];

/** Terms of the index that satisfy one word. Each group has to match, by any of its terms. */
export interface Alternative {
  readonly groups: readonly (readonly string[])[];
  /** From 0 to 1. */
  readonly weight: number;
}

/** Alternatives of one word of the query, by falling weight. */
export interface Alternatives {
  readonly alternatives: readonly Alternative[];
  /** The estimated number of mods that satisfy the word in each tier. */
  readonly counts: TermCounts;
}

/** One word of the query. */
export interface ResolvedWord extends Alternatives {
  /** The first alternatives that enough mods have in any text; all of them for a rare word. */
  readonly best: Alternatives;
}

/** A query in terms that the index has. */
export interface ResolvedQuery {
  /** Empty if nothing can match. */
  readonly words: readonly ResolvedWord[];
  readonly gameId: string | null;
  /** The estimated number of mods among which the search looks. */
  readonly mods: { readonly game: number; readonly all: number };
  /** Whole titles that the query may mean. */
  readonly titles: readonly string[];
}

/** The factor of a term by its relation to the requested one; for corrections, by their edits. */
const FACTORS = { term: 1, stem: 0.95, prefix: 0.92, corrections: [1, 0.8, 0.65] } as const;

/**
 * A word is no typing error if so many mods have it in title, summary or keywords, or if so many and
 * a hundredth of all mods have it in any text.
 */
const KNOWN_MODS = { texts: TRUSTED_MODS, body: 100 };

/**
 * A much shorter stem that more mods than these have, and a tenth of all mods, is a common word by
 * chance: German grammar makes `for` of `forest`. A search for a known word does without it.
 */
const COMMON_STEM = { mods: 1000, lessLetters: 3 };

/** The bounds of a resolved query. They bound the cost of a search, whatever the dictionary has. */
const BOUNDS = { alternatives: 40, titles: 16, titleVariants: 2 };

/** The best alternatives of a word are as many as are in so many mods. */
const ENOUGH_MODS = 500;

/**
 * Plans a text and resolves it to terms of the index: exact terms, stems, completions of the last
 * word, and corrections of words that are unknown or rare. Two statements at most. A walk passes the
 * numbers of best alternatives that its first page had.
 */
export async function resolveQuery(
  db: Runner,
  { text, vocabulary, gameSlug }: SearchFilter,
  bestCounts: readonly number[] | null = null,
): Promise<ResolvedQuery> {
  const plan = planQuery(text, vocabulary);
  const units = unitsOf(plan);
  if (plan.words.length === 0) return nothing();
  const lookup = await lookUp(
    db,
    units.flatMap((unit) => unit.terms),
    gameSlug,
  );
  if (!lookup.isKnownGame) return nothing();
  const corrections = await correctionsOf(db, plan, units, lookup);
  const resolved = units.map((unit) => ({
    ...unit,
    options: optionsOf(unit, lookup, corrections),
  }));
  const words = plan.words.map((_, at) =>
    resolvedWord(
      resolved.filter((it) => covers(it, at)),
      bestCounts?.[at],
    ),
  );
  const { gameId, mods } = lookup;
  if (words.some(({ alternatives }) => alternatives.length === 0)) return nothing();
  return { words, gameId, mods, titles: titlesOf(resolved, plan.words.length) };
}

function nothing(): ResolvedQuery {
  return { words: [], gameId: null, mods: { game: 0, all: 0 }, titles: [] };
}

/** A variant of a word, or a rewrite of several. */
type Unit = Pick<Rewrite, 'from' | 'count' | 'terms' | 'weight'>;

function unitsOf({ words, rewrites }: QueryPlan): Unit[] {
  const variants = words.flatMap(({ variants: list }: PlannedWord, from) =>
    list.map((variant) => ({ from, count: 1, terms: [variant], weight: variant.weight })),
  );
  return [...variants, ...rewrites];
}

function covers({ from, count }: Unit, at: number): boolean {
  return from <= at && at < from + count;
}

/** A term of the index that serves a term of the plan. */
interface Option extends TermCounts {
  readonly term: string;
  readonly factor: number;
}

type ResolvedUnit = Unit & { readonly options: readonly (readonly Option[])[] };

/** The corrections of all terms of the words that seem to be typing errors. */
async function correctionsOf(
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
  const asked = unknown.flatMap(({ terms }) => terms.filter(({ maxEdits }) => maxEdits > 0));
  const corrections = new Map<string, Correction[]>();
  if (asked.length === 0) return corrections;
  for (const correction of await lookUpCorrections(db, asked)) {
    const others = corrections.get(correction.asked);
    if (others) others.push(correction);
    else corrections.set(correction.asked, [correction]);
  }
  return corrections;
}

function countsWithoutPrefixes(found: readonly FoundTerm[] = []) {
  const whole = found.filter(({ by }) => by !== 'prefix');
  const sum = (tier: 'texts' | 'body') => whole.reduce((total, it) => total + it[tier], 0);
  return { texts: sum('texts'), body: sum('body') };
}

/** For each term of a unit its terms in the index. Empty if one of them has none. */
function optionsOf(
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

/** The alternatives of a word by its units, by falling weight. */
function resolvedWord(units: readonly ResolvedUnit[], bestCount?: number): ResolvedWord {
  const found = units.flatMap(alternativesOf).sort((a, b) => b.weight - a.weight);
  const unique = new Map<string, CountedAlternative>();
  for (const alternative of found) {
    const key = JSON.stringify(alternative.groups);
    if (!unique.has(key)) unique.set(key, alternative);
  }
  const alternatives = [...unique.values()].slice(0, BOUNDS.alternatives);
  const best = bestCount === undefined ? bestOf(alternatives) : alternatives.slice(0, bestCount);
  return { ...counted(alternatives), best: counted(best) };
}

function bestOf(alternatives: readonly CountedAlternative[]): CountedAlternative[] {
  const best: CountedAlternative[] = [];
  let mods = 0;
  for (const alternative of alternatives) {
    if (mods >= ENOUGH_MODS) break;
    best.push(alternative);
    mods += alternative.counts.body;
  }
  return best;
}

function counted(alternatives: readonly CountedAlternative[]): Alternatives {
  const sum = (tier: Tier) => alternatives.reduce((total, { counts }) => total + counts[tier], 0);
  return { alternatives, counts: { names: sum('names'), texts: sum('texts'), body: sum('body') } };
}

type CountedAlternative = Alternative & { readonly counts: TermCounts };

function alternativesOf({ options, weight }: ResolvedUnit): CountedAlternative[] {
  const [only, ...others] = options;
  if (!only) return [];
  if (others.length === 0) {
    return only.map(({ term, factor, ...counts }) => {
      return { groups: [[term]], weight: rounded(weight * factor), counts };
    });
  }
  // All terms have to match, so the least certain one decides.
  const factor = Math.min(...options.map((list) => list[0]?.factor ?? 0));
  const groups = options.map((list) => list.map(({ term }) => term));
  const count = (tier: Tier) =>
    Math.min(...options.map((list) => list.reduce((sum, it) => sum + it[tier], 0)));
  const counts = { names: count('names'), texts: count('texts'), body: count('body') };
  return [{ groups, weight: rounded(weight * factor), counts }];
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100;
}

/** The whole titles that the words may form, from the most certain terms of each. */
function titlesOf(units: readonly ResolvedUnit[], words: number): string[] {
  let begun: { at: number; text: string; weight: number }[] = [{ at: 0, text: '', weight: 1 }];
  const titles = new Map<string, number>();
  while (begun.length > 0) {
    const longer = begun.flatMap(({ at, text, weight }) =>
      nextParts(units, at).map((part) => {
        return { at: part.end, text: `${text} ${part.text}`, weight: weight * part.weight };
      }),
    );
    for (const { at, text, weight } of longer) if (at === words) titles.set(text.slice(1), weight);
    begun = longer
      .filter(({ at }) => at < words)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, BOUNDS.titles);
  }
  return [...titles]
    .sort(([, a], [, b]) => b - a)
    .slice(0, BOUNDS.titles)
    .map(([title]) => title);
}

/** The most certain texts for the words from `at` on. */
function nextParts(units: readonly ResolvedUnit[], at: number) {
  return units
    .filter(({ from, options }) => from === at && options.length > 0)
    .flatMap(({ count, options, weight }) => {
      const [first = [], ...others] = options;
      const end = others.map((list) => ` ${list[0]?.term}`).join('');
      return first
        .filter(({ factor }) => factor !== FACTORS.stem)
        .slice(0, BOUNDS.titleVariants)
        .map((it) => ({ end: at + count, text: `${it.term}${end}`, weight: weight * it.factor }));
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, BOUNDS.titleVariants + 1);
}
