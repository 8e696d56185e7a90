import type { QueryPlan, Term } from '../plan/query-plan.js';

/** A text to ask Meilisearch for. Each of its words has to match. */
export interface WeightedText {
  /** In the syntax of Meilisearch: a word in quotes has no corrections and is no prefix. */
  readonly text: string;
  /** How much its hits count, from 0 to 1. */
  readonly weight: number;
  /** The errors that all words together may have. Meilisearch returns hits with more. */
  readonly maxEdits: number;
  /** Hits with a lower score of their own have too many errors. */
  readonly minScore: number;
  /** Whether the terms of titles without their first letter count. */
  readonly hasTails: boolean;
}

/** Texts for one search. Each costs about a millisecond with 100,000 mods. */
const MAX_TEXTS = { readings: 12, firstLetters: 6 };

/** Readings of the whole text by each rule. */
const WHOLES_OF_A_RULE = 3;

/** Meilisearch counts an error in the first letter as two. So such errors have texts of their own. */
const FIRST_LETTER_WEIGHT = 0.4;
const FIRST_LETTER_CHARACTERS = { from: 4, to: 7 };

/** The setting of Meilisearch: from this length on, it corrects an error. */
const CORRECTED_CHARACTERS = 4;

/** A half: the lowest score of a hit without an error if its text may have one. */
const WITHOUT_ERRORS = 0.5;

/** The terms in place of each typed word, and the rule that led to them. */
interface Reading {
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
 * The texts of a plan: the typed one first, then one for each rewrite, and one for each rule that
 * rewrites several words. Empty if the plan has no words.
 */
export function textsOf(plan: QueryPlan): WeightedText[] {
  if (plan.words.length === 0) return [];
  const typed = plan.words.flatMap(({ variants: [first] }) => (first ? [[first]] : []));
  const others = otherReadings(typed, replacementsOf(plan));
  const readings = [{ slots: typed, weight: 1 }, ...others].map(({ slots, weight }) =>
    weighted(slots.flat(), weight),
  );
  const texts = new Map<string, WeightedText>();
  for (const text of readings) if (!texts.has(text.text)) texts.set(text.text, text);
  return [...[...texts.values()].slice(0, MAX_TEXTS.readings), ...firstLetterTexts(typed.flat())];
}

function replacementsOf({ words, rewrites }: QueryPlan): Replacement[] {
  const variants = words.flatMap(({ variants: [, ...others] }, from) =>
    others.map((term) => ({ ...term, from, count: 1, terms: [term] })),
  );
  return [...variants, ...rewrites];
}

/** Rules that are right for single words. The others are right for a whole text, or for none of it. */
const OF_WORDS: ReadonlySet<string> = new Set(['umlaut', 'synonym', 'joined', 'split', 'number']);

/**
 * The readings of a plan, the most likely first:
 *
 * - the best reading of the whole text by each rule,
 * - rewrites of single words,
 * - other readings of the whole text,
 * - texts in which one word is a guess.
 */
function otherReadings(
  typed: readonly (readonly Term[])[],
  replacements: readonly Replacement[],
): Reading[] {
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
    ...ofRules.flatMap(([, ...others]) => others),
    ...singles.filter(({ how }) => !OF_WORDS.has(how)),
  ];
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

/** Applies replacements that do not overlap, from left to right. Earlier ones of the set precede. */
function replaced(typed: readonly (readonly Term[])[], set: readonly Replacement[]): Reading {
  const slots: (readonly Term[])[] = [...typed];
  let free = 0;
  let count = 0;
  for (const { from, count: words, terms } of [...set].sort((a, b) => a.from - b.from)) {
    if (from < free) continue;
    for (let at = from; at < from + words; at++) slots[at] = at === from ? terms : [];
    free = from + words;
    count += words;
  }
  const { how = '', weight = 0 } = set[0] ?? {};
  return { slots, how, weight, count };
}

function weighted(terms: readonly Term[], weight: number, hasTails = false): WeightedText {
  const last = terms.at(-1);
  const isClosed = last !== undefined && !last.isPrefix;
  const maxEdits = terms.reduce((sum, term) => sum + term.maxEdits, 0);
  const isCorrected = last !== undefined && isBare(last) && lengthOf(last) >= CORRECTED_CHARACTERS;
  return {
    // A space at the end closes the last word.
    text: terms.map(written).join(' ') + (isClosed && isBare(last) ? ' ' : ''),
    weight,
    maxEdits,
    minScore: maxEdits === 0 && isCorrected ? WITHOUT_ERRORS : 0,
    hasTails,
  };
}

function written(term: Term): string {
  return isBare(term) ? term.term : `"${term.term}"`;
}

function isBare({ maxEdits, isPrefix }: Term): boolean {
  return maxEdits > 0 || isPrefix;
}

function lengthOf({ term }: Term): number {
  return [...term].length;
}

/** Texts for an error in the first letter of a word: missing, added, other, or swapped. */
function firstLetterTexts(terms: readonly Term[]): WeightedText[] {
  const { from, to } = FIRST_LETTER_CHARACTERS;
  const texts = terms.flatMap((term, at) => {
    const length = lengthOf(term);
    if (term.maxEdits === 0 || length < from || length > to) return [];
    const [first = '', second = '', ...rest] = term.term;
    const tail = [second, ...rest].join('');
    const swapped = [second, first, ...rest].join('');
    return [tail, term.term, swapped].map((other) => {
      const exact: Term = { term: other, maxEdits: 0, isPrefix: false };
      return weighted(terms.with(at, exact), FIRST_LETTER_WEIGHT, true);
    });
  });
  return texts.slice(0, MAX_TEXTS.firstLetters);
}
