/** The rule that led from the typed words to a variant or a rewrite. */
export type How =
  | 'typed'
  | 'umlaut'
  | 'synonym'
  | 'joined'
  | 'split'
  | 'number'
  | 'layout'
  | 'transliterated';

/**
 * How much a match by a rule counts at most, from 0 to 1; some later readings count less. The order
 * says how certain a rule is that the variant means what was typed.
 */
export const WEIGHTS: Readonly<Record<How, number>> = {
  typed: 1,
  /** `ueber` for `über`: another spelling of the same word. */
  umlaut: 0.95,
  /** Equal by the vocabulary of the game. */
  synonym: 0.9,
  /** `bookkeeping` for `book keeping`: the same letters. */
  joined: 0.85,
  /** The reverse. The halves match more mods than the whole. */
  split: 0.8,
  /** `ii` for `2`. Some numerals are also letters or words. */
  number: 0.75,
  /** The same keys on another layout: right if the word exists there, otherwise nonsense. */
  layout: 0.6,
  /** Approximate, because scripts do not correspond letter by letter. */
  transliterated: 0.5,
};

/** The bounds of a plan. They bound the cost of a search for any text. */
export const PLAN_BOUNDS = {
  /** Code units of the text. Five times the limit of the API. */
  textLength: 1000,
  words: 12,
  /** Variants of one word, with the typed one. */
  variants: 8,
  rewrites: 16,
  rewriteTerms: 6,
  /** Variants of all words and rewrites together. */
  total: 64,
} as const;

/** One term that an index may have. */
export interface Term {
  readonly term: string;
  /** The number of errors that a term of the index may differ by; see `editDistance`. */
  readonly maxEdits: 0 | 1 | 2;
  /** Whether longer terms of the index match that begin with this one. */
  readonly isPrefix: boolean;
}

/** One spelling of a word. */
export interface Variant extends Term {
  readonly weight: number;
  readonly how: How;
}

/** A word of the text, with the typed variant first and the others by falling weight. */
export interface PlannedWord {
  /** As typed, but in normal form NFKC and without apostrophes and invisible characters. */
  readonly typed: string;
  readonly variants: readonly Variant[];
}

/** Terms that replace `count` words from the word `from` on. All of them have to match. */
export interface Rewrite {
  readonly from: number;
  readonly count: number;
  readonly terms: readonly Term[];
  readonly weight: number;
  readonly how: How;
}

/** A search for a text. A mod matches if each word matches by a variant or by a rewrite over it. */
export interface QueryPlan {
  /** Empty if the text has no letter and no digit: nothing matches. */
  readonly words: readonly PlannedWord[];
  /** By falling weight. */
  readonly rewrites: readonly Rewrite[];
  /** Whether the typist may still be writing the last word. */
  readonly isLastOpen: boolean;
}
