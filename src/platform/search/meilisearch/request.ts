import type { FederatedMultiSearchParams, Hit } from 'meilisearch';
import type { SearchFilter } from '../search.port.js';
import type { MeiliDocument } from './documents.js';
import { SEARCHED } from './settings.js';
import type { WeightedText } from './weighted-text.js';

/** The ids that a search is restricted to; null for all. */
export interface SearchScope {
  readonly gameId: string | null;
  readonly authorId: string | null;
}

/** A part of the merged hits of all texts. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** One of the merged hits. */
export interface Candidate {
  readonly modId: string;
  /** The rank among all hits, from 0. */
  readonly rank: number;
  readonly score: number;
  readonly popularity: number;
  /** The PostgreSQL transaction that wrote the texts of the mod. */
  readonly writtenIn: string;
  /** The fields that matched, as in `SearchHit`. */
  readonly matched: readonly string[];
}

/** The request for a window: one search for each text, merged by score and weight. */
export function requestOf(
  index: string,
  texts: readonly WeightedText[],
  filter: string[][],
  { offset, limit }: Window,
): FederatedMultiSearchParams {
  return {
    federation: { offset, limit },
    queries: texts.map(({ text, weight, minScore, fields }) => ({
      indexUid: index,
      q: text,
      filter,
      matchingStrategy: 'all',
      attributesToSearchOn: [...SEARCHED[fields]],
      attributesToRetrieve: ['id', 'popularity', 'writtenIn'],
      showRankingScore: true,
      showRankingScoreDetails: true,
      showMatchesPosition: true,
      ...(minScore > 0 ? { rankingScoreThreshold: minScore } : {}),
      federationOptions: { weight },
    })),
  };
}

/**
 * The filter in the syntax of Meilisearch: groups of conditions. A document matches if it meets at
 * least one condition of each group.
 */
export function filterOf(
  { facets }: Pick<SearchFilter, 'facets'>,
  { gameId, authorId }: SearchScope,
): string[][] {
  return [
    ...(gameId === null ? [] : [[`gameId = ${quoted(gameId)}`]]),
    ...(authorId === null ? [] : [[`authorId = ${quoted(authorId)}`]]),
    ...facets.map((keys) => keys.map((key) => `facets = ${quoted(key)}`)),
  ];
}

/** JSON escapes quotes and backslashes like Meilisearch. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

/** The hits of a window, except those with more errors than `maxEdits` of their text. */
export function candidatesOf(
  hits: readonly Hit<MeiliDocument>[],
  texts: readonly WeightedText[],
  { offset }: Window,
): Candidate[] {
  return hits.flatMap((hit, at) => {
    const text = texts[hit._federation?.queriesPosition ?? 0];
    const edits = hit._rankingScoreDetails?.typo?.typoCount ?? 0;
    if (!text || edits > text.maxEdits) return [];
    const { id: modId, popularity, writtenIn } = hit;
    const score = hit._federation?.weightedRankingScore ?? 0;
    const matched = matchedFields(Object.keys(hit._matchesPosition ?? {}));
    return [{ modId, rank: offset + at, score, popularity, writtenIn, matched }];
  });
}

function matchedFields(attributes: readonly string[]): string[] {
  const fields = new Set(attributes.map((attribute) => attribute.replace(/^tails$|\..*/, '')));
  if (attributes.includes('tails')) fields.add('title');
  return ['title', 'summary', 'description', 'keywords'].filter((field) => fields.has(field));
}
