import type { Settings } from 'meilisearch';

/**
 * The version of settings and documents. Increase it with every change of them that makes searches
 * in stored documents wrong: the service then fills a new index, and uses the old one no longer. A
 * new index refuses the later pages of walks that began in the old one. In a rolling upgrade,
 * workers of the former release write only to the old one, so the new one is compared with the mods
 * more often in its first hour (`readEngineState`).
 */
const VERSION = 2;

/** The name of the index. During a rebuild, the new one has this name with `-next`. */
export const INDEX = `modport-mods-v${VERSION}`;

/**
 * The attributes that a search looks in, the most important first. `tails` has the terms of titles
 * without their first letter.
 */
const FIELDS = ['title', 'summary', 'keywords', 'tails', 'description'] as const;

/**
 * A set of attributes for one text of a query:
 * - `main`: neither descriptions nor `tails`
 * - `all`: everything except `tails`
 * - `tails`: everything
 */
export type SearchedFields = 'main' | 'all' | 'tails';

/** The names of the attributes of each set. */
export const SEARCHED: Readonly<Record<SearchedFields, readonly string[]>> = {
  main: attributes(['title', 'summary', 'keywords']),
  all: attributes(['title', 'summary', 'keywords', 'description']),
  tails: attributes(FIELDS),
};

/**
 * The longest wait for a search, in milliseconds: less than `searchCutoffMs`, which indexes of
 * earlier releases have too.
 */
export const SEARCH_PATIENCE_MS = 700;

/** The settings of the index. The query plan rewrites queries, so Meilisearch has no synonyms. */
export const SETTINGS: Settings = {
  searchableAttributes: [...FIELDS],
  filterableAttributes: ['gameId', 'authorId', 'facets'],
  sortableAttributes: ['id', 'popularity'],
  displayedAttributes: ['*'],
  // Every word has to match, so `words` would rank nothing. The order is total for stable pages.
  rankingRules: ['typo', 'attributeRank', 'exactness', 'proximity', 'popularity:desc', 'id:asc'],
  synonyms: {},
  stopWords: [],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    // Long texts have a word near almost any nonsense.
    disableOnAttributes: ['description', 'tails'],
    disableOnNumbers: true,
  },
  // The terms are folded already. Without this, Meilisearch would guess a language for each text.
  localizedAttributes: [{ attributePatterns: ['*'], locales: ['eng', 'rus'] }],
  separatorTokens: [],
  nonSeparatorTokens: [],
  // Much faster to index than by word.
  proximityPrecision: 'byAttribute',
  prefixSearch: 'indexingTime',
  pagination: { maxTotalHits: 1000 },
  facetSearch: false,
  // A search that is cut off looks complete: its last hits have no order and a score of 0, or are
  // missing. So the wait for it ends first, which is a failure.
  searchCutoffMs: 800,
};

/** A title has one attribute for each language, of the same importance. */
function attributes(fields: readonly string[]): string[] {
  return fields.map((field) => (field === 'title' ? 'title.*' : field));
}
