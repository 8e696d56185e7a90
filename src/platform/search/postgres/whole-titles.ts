import { FACTORS, type ResolvedUnit } from './query-units.js';

/** The most whole titles of a query, and the most spellings of one part of them. */
const BOUNDS = { titles: 16, variants: 2 };

/**
 * The whole titles that the words may form, from the most certain terms of each. A mod with such a
 * title is a candidate with any popularity (`labelsOfTitles`).
 */
export function titlesOf(units: readonly ResolvedUnit[], words: number): string[] {
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

/** The most certain texts for the words from `at` on. Stems are no words of titles. */
function nextParts(units: readonly ResolvedUnit[], at: number) {
  return units
    .filter(({ from, options }) => from === at && options.length > 0)
    .flatMap(({ count, options, weight }) => {
      const [first = [], ...others] = options;
      const end = others.map((list) => ` ${list[0]?.term}`).join('');
      return first
        .filter(({ factor }) => factor !== FACTORS.stem)
        .slice(0, BOUNDS.variants)
        .map((it) => ({ end: at + count, text: `${it.term}${end}`, weight: weight * it.factor }));
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, BOUNDS.variants + 1);
}
