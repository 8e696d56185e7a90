import type { TermCounts } from './lookup.js';
import type { ResolvedUnit } from './query-units.js';

/**
 * A tier of texts: titles (`names`), with summaries and keywords (`texts`), and with descriptions
 * (`body`). Each contains the one before it. A match in `names` counts most.
 */
export type Tier = 'names' | 'texts' | 'body';

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

/**
 * The most alternatives of one word. They bound the cost of a search with any dictionary.
 */
const ALTERNATIVES = 40;

/** The best alternatives of a word are the first ones that together have so many mods. */
const ENOUGH_MODS = 500;

/**
 * The alternatives of a word from the units that cover it, by falling weight. `bestCount` is the
 * number of best alternatives that the first page of a walk had; absent on that page.
 */
export function resolvedWord(units: readonly ResolvedUnit[], bestCount?: number): ResolvedWord {
  const found = units.flatMap(alternativesOf).sort((a, b) => b.weight - a.weight);
  const unique = new Map<string, CountedAlternative>();
  for (const alternative of found) {
    const key = JSON.stringify(alternative.groups);
    if (!unique.has(key)) unique.set(key, alternative);
  }
  const alternatives = [...unique.values()].slice(0, ALTERNATIVES);
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
