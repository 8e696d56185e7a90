import { planQuery } from '../plan/plan-query.js';
import type { SearchFilter } from '../search.port.js';
import { type ResolvedWord, resolvedWord } from './alternatives.js';
import type { Runner } from './entry-rows.js';
import { lookUp } from './lookup.js';
import { withNearCompletions } from './near-completions.js';
import { correctionsOf, covers, optionsOf, unitsOf } from './query-units.js';
import { titlesOf } from './whole-titles.js';

/** A query in terms that the index has. */
export interface ResolvedQuery {
  /** Empty if nothing can match. */
  readonly words: readonly ResolvedWord[];
  /** The id of the game; null for a search in all games, and if nothing can match. */
  readonly gameId: string | null;
  /** The estimated numbers of mods in the game (0 for a search in all games) and in all games. */
  readonly mods: { readonly game: number; readonly all: number };
  /** Whole titles that the query may mean. */
  readonly titles: readonly string[];
}

/**
 * Plans a text and resolves it to terms of the index: exact terms, stems, completions of the last
 * word, and corrections of words that are unknown or rare. Two statements at most, and a third one
 * for a half-typed last word that they find nothing for. A walk passes the numbers of best
 * alternatives that its first page had.
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
  const found = units.map((unit) => ({ ...unit, options: optionsOf(unit, lookup, corrections) }));
  const resolved = await withNearCompletions(db, plan, found);
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
