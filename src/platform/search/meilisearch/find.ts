import { planQuery } from '../plan/plan-query.js';
import type { FacetCounts, FacetQuery, FoundMod, SearchHit, SearchQuery } from '../search.port.js';
import { withoutEngine } from '../served-by-engine.js';
import { isAfter, type Place, placeOf, positionOf } from './place.js';
import { openScope, type ReadMod, readMods } from './read-mods.js';
import { type Candidate, candidatesOf, filterOf, requestOf, type Window } from './request.js';
import { textsOf } from './texts.js';
import type { WeightedText } from './weighted-text.js';
import type { MeiliParts } from './writer.js';

/** The most hits of a search. Meilisearch needs a third of a millisecond for each rank it skips. */
const MAX_HITS = 500;

/** Extra hits before and after a page: ranks move, and some mods do not match any more. */
const SPARE = 20;

/** Callers see a score with six decimals: it is multiplied by this, rounded and divided again. */
const SCORE_FACTOR = 1e6;

/** The texts, filters and place of one search. */
interface FindRequest {
  readonly parts: MeiliParts;
  readonly texts: readonly WeightedText[];
  readonly filter: string[][];
  readonly after: Place | null;
}

/** A query by relevance in all texts. */
export type RelevanceQuery = Omit<SearchQuery, 'sort' | 'titlesOnly'>;

/** One of the hits, and the current state of its mod. */
interface Found {
  readonly hit: Candidate;
  readonly mod: ReadMod;
}

/**
 * Finds mods by relevance. Empty if the text has no words, or the game or author does not exist. A
 * walk ends after `MAX_HITS` hits. Throws MeiliFailure, also if the index lacks writes,
 * `foreignPosition` for a walk that began before the index was filled, or errors of the database.
 */
export async function findInMeilisearch(
  parts: MeiliParts,
  query: RelevanceQuery,
): Promise<SearchHit[]> {
  const texts = textsOf(planQuery(query.text, query.vocabulary));
  const scope = texts.length > 0 ? await openScope(parts.db, parts.names.live, query) : null;
  if (scope === null) return withoutEngine([]);
  const after = query.after === null ? null : placeOf(query.after);
  const request: FindRequest = { parts, texts, filter: filterOf(query, scope), after };
  const isEnough = (found: readonly Found[]) => found.length >= query.limit;
  const read = (hits: readonly Candidate[]) =>
    readMods(parts.db, hits, query, scope, query.snapshot);
  const found = await readFound(request, query.limit, isEnough, read);
  return found.slice(0, query.limit).map(({ hit, mod }) => ({
    snapshot: scope.snapshot,
    modId: hit.modId,
    score: Math.round(hit.score * SCORE_FACTOR) / SCORE_FACTOR,
    position: positionOf(hit),
    matched: hit.matched,
    mod: headOf(mod),
  }));
}

function headOf({ state, revision, documentRevision, downloadsCount }: ReadMod): FoundMod {
  return { state, revision, documentRevision, downloadsCount };
}

/** Counts the facets of all hits, at most `MAX_HITS`. Throws like `findInMeilisearch`. */
export async function countInMeilisearch(
  parts: MeiliParts,
  filter: FacetQuery,
): Promise<FacetCounts> {
  const texts = textsOf(planQuery(filter.text, filter.vocabulary));
  const scope = texts.length > 0 ? await openScope(parts.db, parts.names.live, filter) : null;
  if (scope === null) return withoutEngine(countsOf([], true, filter));
  const request: FindRequest = { parts, texts, filter: filterOf(filter, scope), after: null };
  const { hits, isLast } = await readWindow(request, { offset: 0, limit: MAX_HITS });
  const mods = await readMods(parts.db, hits, filter, scope, null);
  return countsOf([...mods.values()], isLast, filter);
}

/** Reads one window of hits. If it has too few, reads all hits (`MAX_HITS`) instead. */
async function readFound(
  request: FindRequest,
  wanted: number,
  isEnough: (found: readonly Found[]) => boolean,
  read: (hits: readonly Candidate[]) => Promise<ReadonlyMap<string, ReadMod>>,
): Promise<Found[]> {
  const all: Window = { offset: 0, limit: MAX_HITS };
  for (let window = firstWindow(request.after, wanted); ; window = all) {
    const { hits, isLast } = await readWindow(request, window);
    const { after } = request;
    // A window without a hit of an earlier page may begin too late, because hits left the index.
    const isWhole = after === null || window.offset === 0 || hits.some((it) => !isAfter(it, after));
    if (!isWhole) continue;
    const next = after === null ? hits : hits.filter((hit) => isAfter(hit, after));
    const mods = await read(next);
    const found = next.flatMap((hit) => {
      const mod = mods.get(hit.modId);
      return mod ? [{ hit, mod }] : [];
    });
    if (isEnough(found) || isLast || window === all) return found;
  }
}

function firstWindow(after: Place | null, wanted: number): Window {
  const offset = after === null ? 0 : Math.max(0, after.rank + 1 - SPARE);
  const before = after === null ? 0 : after.rank + 1 - offset;
  return { offset, limit: Math.max(0, Math.min(MAX_HITS - offset, before + wanted + SPARE)) };
}

async function readWindow(
  { parts, texts, filter }: FindRequest,
  window: Window,
): Promise<{ hits: Candidate[]; isLast: boolean }> {
  const { server, names } = parts;
  const hits = await server.search(requestOf(names.live, texts, filter, window));
  return { hits: candidatesOf(hits, texts, window), isLast: hits.length < window.limit };
}

function countsOf(
  mods: readonly ReadMod[],
  isComplete: boolean,
  { keysOf = (facets) => facets }: FacetQuery,
): FacetCounts {
  return {
    total: mods.length,
    isComplete,
    games: tally(mods.map(({ gameId }) => gameId)),
    facets: tally(mods.flatMap(({ facets }) => [...keysOf(facets)])),
  };
}

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
