import type { QueryPlan, Term } from '../plan/query-plan.js';
import { otherReadings, type Reading } from './readings.js';
import { exact, lengthOf, type WeightedText, weighted } from './weighted-text.js';

/** The most texts of each kind in one search. Each costs about a millisecond with 100,000 mods. */
const MAX_TEXTS = { readings: 12, firstLetters: 6, transliterated: 2 };

/** Words that only a description has count less than a rewrite of them in a title. */
const DESCRIPTION_WEIGHT = 0.5;

/**
 * Meilisearch counts an error in the first letter as two. So such errors have texts of their own.
 */
const FIRST_LETTER_WEIGHT = 0.4;
const FIRST_LETTER_CHARACTERS = { from: 4, to: 7 };

/** The rule that often gets a first letter wrong, because it may be `c` for `k`. */
const TAILED_RULE = 'transliterated';

/**
 * The texts of a plan: the typed one first, then its other readings (`otherReadings`), the typed
 * one again with descriptions and a lower weight, and texts for errors in a first letter. Equal
 * readings occur once. Empty if the plan has no words.
 */
export function textsOf(plan: QueryPlan): WeightedText[] {
  if (plan.words.length === 0) return [];
  const typed = plan.words.flatMap(({ variants: [first] }) => (first ? [[first]] : []));
  const others = otherReadings(typed, plan);
  const typedText = weighted(typed.flat(), 1, 'main');
  const readings = others.map(({ slots, weight }) => weighted(slots.flat(), weight, 'all'));
  return [
    ...distinct([typedText, ...readings]).slice(0, MAX_TEXTS.readings),
    { ...typedText, weight: DESCRIPTION_WEIGHT, fields: 'all' },
    ...firstLetterTexts(typed.flat()).slice(0, MAX_TEXTS.firstLetters),
    ...distinct(otherLetterTexts(others)).slice(0, MAX_TEXTS.transliterated),
  ];
}

/** The given texts, without repetitions. */
function distinct(texts: readonly WeightedText[]): WeightedText[] {
  const byText = new Map<string, WeightedText>();
  for (const text of texts) if (!byText.has(text.text)) byText.set(text.text, text);
  return [...byText.values()];
}

/** Texts for an error in the first letter of a word: missing, added, other, or swapped. */
function firstLetterTexts(terms: readonly Term[]): WeightedText[] {
  const { from, to } = FIRST_LETTER_CHARACTERS;
  return terms.flatMap((term, at) => {
    const length = lengthOf(term);
    if (term.maxEdits === 0 || length < from || length > to) return [];
    const [first = '', second = '', ...rest] = term.term;
    const swapped = [second, first, ...rest].join('');
    return [tailOf(term), term.term, swapped].map((other) =>
      weighted(terms.with(at, exact(other)), FIRST_LETTER_WEIGHT, 'tails'),
    );
  });
}

/** Texts for another first letter of a word in a transliteration, such as `c` for `k`. */
function otherLetterTexts(readings: readonly Reading[]): WeightedText[] {
  const ofRule = readings.filter(({ how, slots, count }) => {
    return how === TAILED_RULE && count === slots.length;
  });
  return ofRule.flatMap(({ slots, weight }) => {
    const terms = slots.flat();
    return terms.flatMap((term, at) => {
      if (term.maxEdits === 0 || lengthOf(term) < FIRST_LETTER_CHARACTERS.from) return [];
      const tailed = terms.with(at, exact(tailOf(term)));
      return [weighted(tailed, weight * FIRST_LETTER_WEIGHT, 'tails')];
    });
  });
}

function tailOf({ term }: Term): string {
  const [, ...tail] = term;
  return tail.join('');
}
