import type { Witness } from '../database/snapshot.js';

/** One mod as search sees it. */
export interface SearchEntry {
  readonly modId: string;
  readonly gameId: string;
  /** The snapshot revision that the texts come from. */
  readonly revision: number;
  readonly titles: Readonly<Record<string, string>>;
  readonly summaries: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly keywords: readonly string[];
  /** As in `Mod.facets`. */
  readonly facets: readonly string[];
  readonly popularity: number;
}

/** A bounded query. */
export interface SearchQuery {
  readonly text: string;
  /** The slug as it is now, whichever game it names; null for all games. */
  readonly gameSlug: string | null;
  /** Groups of keys: a mod is found if it has at least one key of each group. */
  readonly facets: readonly (readonly string[])[];
  /** The username or the id of an account, to whose mods the search is narrowed; null for all. */
  readonly author: string | null;
  readonly sort: 'relevance' | 'latest' | 'trending' | 'downloads';
  /** What was committed when the walk began; null on its first page. What came later stays outside. */
  readonly snapshot: string | null;
  /** The position of the hit after which to go on; null on the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** How a mod stands: the key of its document, and what moves without a new one. */
export interface FoundMod {
  readonly state: 'published';
  readonly revision: number;
  readonly snapshotRevision: number;
  readonly downloadsCount: bigint;
}

/** One mod that a text finds. */
export interface SearchHit extends Witness {
  readonly modId: string;
  /** How well it fits the text, whatever the order. */
  readonly score: number;
  /** Where a walk stands after it; only whoever found it can read this. */
  readonly position: string;
  /** The fields that the text was found in. */
  readonly matched: readonly string[];
  /** Given by an index that stands beside the mods; of any other, the mods have to be read. */
  readonly mod?: FoundMod;
}

/** Finds published mods. The index can be thrown away and rebuilt from the mods. */
export interface Search {
  index(entries: readonly SearchEntry[]): Promise<void>;
  remove(modIds: readonly string[]): Promise<void>;
  find(query: SearchQuery): Promise<SearchHit[]>;
  /** Forgets everything, before a rebuild. */
  clear(): Promise<void>;
  ping(): Promise<void>;
}
