import type { Draws } from '../../../src/seed/draws.js';
import type { CatalogMod } from './catalog.js';

/** A query with its judgment. */
export interface JudgedQuery {
  readonly category: string;
  readonly text: string;
  /** The game that the search is limited to, or null. */
  readonly gameSlug: string | null;
  /** The ids of the mods that may be the first hit. Empty if nothing may be found. */
  readonly accepts: readonly string[];
}

/** A title of a mod in one language. */
export interface Titled {
  readonly mod: CatalogMod;
  readonly language: string;
  readonly title: string;
  readonly words: readonly string[];
  /** The rarest word of the title. */
  readonly rare: string;
}

/** Makes a query of a title; undefined if the rule does not fit, or the meaning is unclear. */
export type Rule = (
  titled: Titled,
  draws: Draws,
) => { text: string; accepts: CatalogMod[] } | undefined;

/** A rule, and the number of queries that it makes. */
export interface CountedRule {
  readonly category: string;
  readonly count: number;
  readonly rule: Rule;
}
