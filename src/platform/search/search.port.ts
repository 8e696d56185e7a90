import type { SnapshotRow } from '../database/snapshot.js';
import type { Log } from '../log.js';
import type { Vocabulary } from './plan/vocabulary.js';

/** The search entry of one mod. */
export interface SearchEntry {
  readonly modId: string;
  readonly gameId: string;
  /** The document revision of the texts. */
  readonly revision: number;
  /** By language code, like the other texts. */
  readonly titles: Readonly<Record<string, string>>;
  readonly summaries: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly keywords: readonly string[];
  /** As in `Mod.facets`. */
  readonly facets: readonly string[];
  /** The counted downloads. */
  readonly popularity: number;
}

/** The text and the filters of a search. */
export interface SearchFilter {
  readonly text: string;
  /** The synonyms of the game, or of all games. */
  readonly vocabulary: Vocabulary;
  /** The current slug of a game; null for all games. */
  readonly gameSlug: string | null;
  /** Groups of keys: a mod matches if it has at least one key of each group. */
  readonly facets: readonly (readonly string[])[];
  /** The username or id of an author; null for all. */
  readonly author: string | null;
}

/** The mods whose facets are counted. */
export interface FacetQuery extends SearchFilter {
  /** The order of the search, because another engine may serve it; `relevance` by default. */
  readonly sort?: SearchQuery['sort'];
  /** The keys to count of the facets of one mod; by default, all. */
  readonly keysOf?: (facets: readonly string[]) => Iterable<string>;
}

/** A bounded query for one page. */
export interface SearchQuery extends SearchFilter {
  readonly sort: 'relevance' | 'latest' | 'trending' | 'downloads';
  /**
   * The PostgreSQL snapshot of the first page. Later rows stay outside the walk. Null on the first
   * page.
   */
  readonly snapshot: string | null;
  /** The position of the last hit of the previous page; null on the first page. */
  readonly after: string | null;
  readonly limit: number;
  /**
   * Finds only mods with all words in the title, for suggestions. PostgreSQL serves such queries.
   * Orders other than `relevance` ignore it.
   */
  readonly titlesOnly?: boolean;
}

/**
 * The current state of a mod: the key of its document, and the members that change without a new
 * document.
 */
export interface FoundMod {
  readonly state: 'published';
  /** Rises with a write of the mod or its pictures. */
  readonly revision: number;
  /** Rises with each new document; part of the key of the document. */
  readonly documentRevision: number;
  readonly downloadsCount: bigint;
}

/** One mod that matches a text. */
export interface SearchHit extends SnapshotRow {
  readonly modId: string;
  /** The relevance from 0 to 1, regardless of the order. */
  readonly score: number;
  /** The position after this hit. Only the engine that returned it can read it. */
  readonly position: string;
  /** The fields that matched: `title`, `summary`, `description` and `keywords`. */
  readonly matched: readonly string[];
  /** Present if the engine read the mod from the primary. Otherwise the caller reads it there. */
  readonly mod?: FoundMod;
}

/** How many of the mods that match a search have each value of a filter. */
export interface FacetCounts {
  /** The number of counted mods. */
  readonly total: number;
  /** False if more mods may match than were counted. The counts are lower bounds then. */
  readonly isComplete: boolean;
  /** By the id of the game. */
  readonly games: ReadonlyMap<string, number>;
  /** By the keys of `Mod.facets`. */
  readonly facets: ReadonlyMap<string, number>;
}

/** A published mod, the revision of its document, and its counted downloads. */
export interface ModRevision extends Pick<SearchEntry, 'modId' | 'revision' | 'popularity'> {}

/** The mods that an index should hold. */
export interface PublishedMods {
  /** All of them, in batches. */
  revisions(): AsyncIterable<readonly ModRevision[]>;
  /** The entries of these mods, without those that are not published any more. */
  entries(modIds: readonly string[]): Promise<readonly SearchEntry[]>;
}

/** The use of a second search engine in place of the first one. */
export interface FallbackUse {
  /** Whether the first engine is unavailable or lacks writes. */
  readonly isInUse: boolean;
  /** The searches that the second engine answered for the first one, since the start. */
  readonly searches: number;
}

/** Finds published mods. The index can be rebuilt from the mods at any time. */
export interface Search {
  /**
   * Adds or replaces entries. Ignores an entry of an older revision than the index has. Throws
   * RefusedEntries if PostgreSQL refuses some entries; then it has all others. Another error leaves
   * some of the entries unwritten.
   */
  index(entries: readonly SearchEntry[]): Promise<void>;
  /** Removes the entries of these mods, except those that are published now. */
  remove(modIds: readonly string[]): Promise<void>;
  /**
   * Returns one page. Empty if the text has no words, or the game or author does not exist. Throws
   * `invalid_input` (`cursor_context_mismatch`) if it cannot continue a walk.
   */
  find(query: SearchQuery): Promise<SearchHit[]>;
  /** Counts the facets of the mods that match, up to a bound of the engine. */
  countFacets(query: FacetQuery): Promise<FacetCounts>;
  /**
   * Replaces the whole index by the given entries, and returns the number of written ones. Searches
   * find every mod meanwhile. If it fails, the index stays usable.
   */
  rebuild(batches: AsyncIterable<readonly SearchEntry[]>): Promise<number>;
  /**
   * Some of the mods that the index misses, knows by an older document, or should not have any
   * more. Empty if the index is up to date.
   */
  outdated(): Promise<string[]>;
  /**
   * Updates what the engine derives from the whole catalog, such as popularity and the frequency of
   * words. A periodic job calls it. It may stop anywhere. After `signal` is aborted, it
   * resolves early and leaves the rest to the next call.
   */
  refresh(signal: AbortSignal): Promise<void>;
  /** Rejects if an engine that is in use does not respond. */
  ping(): Promise<void>;
  /**
   * Repairs what an index outside of the database missed, and returns the number of repaired mods.
   * Absent if the index is in the database.
   */
  catchUp?(published: PublishedMods): Promise<number>;
  /** Absent if there is only one engine. */
  fallback?(): FallbackUse;
}

/** PostgreSQL refuses the entries of some mods, and has all others of the call. */
export class RefusedEntries extends Error {
  readonly modIds: readonly string[];

  constructor(modIds: readonly string[], cause: unknown) {
    super('PostgreSQL refuses the search entry of a mod', { cause });
    this.name = 'RefusedEntries';
    this.modIds = modIds;
  }
}

/** Logs the mods of a RefusedEntries and returns their ids. Throws any other error. */
export function noteRefused(log: Log, error: unknown): readonly string[] {
  if (!(error instanceof RefusedEntries)) throw error;
  const { modIds: mods, cause } = error;
  log.error({ part: 'search', err: cause, mods }, 'some mods could not be indexed');
  return mods;
}
