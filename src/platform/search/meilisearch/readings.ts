import type { QueryPlan, Term } from '../plan/query-plan.js';
import { written } from './weighted-text.js';

/** The most readings of the whole text by one rule. */
const WHOLES_OF_A_RULE = 3;

/** The terms in place of each typed word, and the rule that led to them (`how`). */
export interface Reading {
  readonly slots: readonly (readonly Term[])[];
  readonly how: string;
  readonly weight: number;
  /** The number of replaced words. */
  readonly count: number;
}

/** A part of a plan that replaces some words. */
interface Replacement {
  readonly from: number;
  readonly count: number;
  readonly terms: readonly Term[];
  readonly how: string;
  readonly weight: number;
}

/**
 * Rules that are right for single words. The others are right for a whole text, or for none of it.
 */
const OF_WORDS: ReadonlySet<string> = new Set(['umlaut', 'synonym', 'joined', 'split', 'number']);

/** Joined words are another text, so they are not combined with other rules. */
const COMBINED: ReadonlySet<string> = new Set(['umlaut', 'synonym', 'split', 'number']);

/**
 * The readings of a plan besides the typed words, the most likely first:
 *
 * - the best reading of the whole text by each rule,
 * - rewrites of single words,
 * - rewrites of several words by different rules, one text for each guess (`combinations`),
 * - other readings of the whole text,
 * - texts in which one word is a guess.
 *
 * A reading of the whole text replaces at least two words, or the only one.
 */
export function otherReadings(typed: readonly (readonly Term[])[], plan: QueryPlan): Reading[] {
  const replacements = replacementsOf(plan);
  const singles = byWeight(replacements.map((one) => replaced(typed, [one])));
  const wholes = byWeight(wholeSets(replacements).map((set) => replaced(typed, set))).filter(
    ({ count }) => count >= Math.min(2, typed.length),
  );
  const ofRules = [...new Set(wholes.map(({ how }) => how))].map((rule) =>
    wholes.filter(({ how }) => how === rule).slice(0, WHOLES_OF_A_RULE),
  );
  return [
    ...ofRules.flatMap(([best]) => best ?? []),
    ...singles.filter(({ how }) => OF_WORDS.has(how)),
    ...combinations(typed, replacements),
    ...ofRules.flatMap(([, ...others]) => others),
    ...singles.filter(({ how }) => !OF_WORDS.has(how)),
  ];
}

function replacementsOf({ words, rewrites }: QueryPlan): Replacement[] {
  const variants = words.flatMap(({ variants: [, ...others] }, from) =>
    others.map((term) => ({ ...term, from, count: 1, terms: [term] })),
  );
  return [...variants, ...rewrites];
}

/** Distinct readings, by falling weight. */
function byWeight(readings: readonly Reading[]): Reading[] {
  const distinct = new Map<string, Reading>();
  for (const reading of [...readings].sort((a, b) => b.weight - a.weight)) {
    const text = reading.slots.flat().map(written).join(' ');
    if (!distinct.has(text)) distinct.set(text, reading);
  }
  return [...distinct.values()];
}

/**
 * Sets of replacements by one rule. Each set prefers one of them. The other words get the same
 * reading in one set, and their best one in another.
 */
function wholeSets(replacements: readonly Replacement[]): Replacement[][] {
  return replacements.flatMap((preferred) => {
    const ofRule = replacements.filter(({ how }) => how === preferred.how);
    const same = ofRule.filter(({ weight }) => weight === preferred.weight);
    return [
      [preferred, ...same, ...ofRule],
      [preferred, ...ofRule],
    ];
  });
}

/**
 * Readings in which different words are replaced by different rules: `dominion v` for `доминион 5`.
 * One has only rules of single words, and one for each guess has those of the words that the guess
 * leaves. Each counts as its least certain part.
 */
function combinations(
  typed: readonly (readonly Term[])[],
  replacements: readonly Replacement[],
): Reading[] {
  const ofWords = replacements.filter(({ how }) => COMBINED.has(how));
  const guesses = new Set(replacements.map(({ how }) => how).filter((how) => !OF_WORDS.has(how)));
  const sets = [
    ofWords,
    ...[...guesses].map((rule) => [...replacements.filter(({ how }) => how === rule), ...ofWords]),
  ];
  const readings = sets.map((set) => {
    const parts = applied(set);
    const weight = Math.min(...parts.map((part) => part.weight));
    return { parts, reading: { ...replaced(typed, parts), weight } };
  });
  return byWeight(
    readings
      .filter(({ parts }) => new Set(parts.map(({ how }) => how)).size > 1)
      .map(({ reading }) => reading),
  );
}

/**
 * The replacements of a set that do not overlap, from left to right. Of those that begin at one
 * word, the first of the set applies.
 */
function applied(set: readonly Replacement[]): Replacement[] {
  let free = 0;
  return [...set]
    .sort((a, b) => a.from - b.from)
    .filter(({ from, count }) => {
      if (from < free) return false;
      free = from + count;
      return true;
    });
}

/**
 * The typed words with the replacements of a set that apply. The reading has the rule and the
 * weight of the first of the set.
 */
function replaced(typed: readonly (readonly Term[])[], set: readonly Replacement[]): Reading {
  const slots: (readonly Term[])[] = [...typed];
  let count = 0;
  for (const { from, count: words, terms } of applied(set)) {
    for (let at = from; at < from + words; at++) slots[at] = at === from ? terms : [];
    count += words;
  }
  const { how = '', weight = 0 } = set[0] ?? {};
  return { slots, how, weight, count };
}
