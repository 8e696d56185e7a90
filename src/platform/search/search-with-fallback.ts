import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { type GuardedPrimary, guardPrimary, type PrimaryOptions } from './guarded-primary.js';
import type { MeiliSearch } from './meilisearch/meilisearch-search.js';
import { isMeiliPosition } from './meilisearch/place.js';
import type { OwnRebuild } from './meilisearch/rebuild.js';
import { foreignPosition, type StoppableSearch } from './own-positions.js';
import { RefusedEntries, type Search, type SearchEntry } from './search.port.js';

/** The two engines of a search. */
interface FallbackOptions extends PrimaryOptions {
  /** The second engine: the one in PostgreSQL, which has every entry as well. */
  readonly fallback: Search;
}

/**
 * Searches and counts facets in Meilisearch by relevance, and in PostgreSQL in every other order
 * and for suggestions. While Meilisearch fails, lacks writes or is busy, PostgreSQL serves all new
 * searches. If only a text takes too long, it serves new searches of this text for a minute. Pings and
 * searches in the background end an outage. Logs the start and the end of an outage. A walk stays
 * in the engine that began it. If Meilisearch cannot answer the next page, `find` throws
 * `foreignPosition`, or `service_unavailable` while Meilisearch is busy.
 *
 * Both engines get every write. `index` and `remove` reject if Meilisearch did not get one, after
 * PostgreSQL did: their job tries again. `catchUp` returns 0 if Meilisearch fails, and `ping`
 * rejects only for PostgreSQL. `outdated` and `refresh` concern only PostgreSQL. But after
 * `outdated` named mods, the next `catchUp` compares the index in Meilisearch: a process that is
 * killed between the two writes leaves them in PostgreSQL alone.
 */
export function createSearchWithFallback(options: FallbackOptions): StoppableSearch {
  const { primary, fallback } = options;
  const guard = guardPrimary(options);
  return {
    ...writesToBoth(options),
    ...readsWithFallback(options, guard),
    async ping() {
      await fallback.ping();
      await guard.ping();
    },
    catchUp: repairs(options, guard),
    async outdated() {
      const modIds = await fallback.outdated();
      if (modIds.length > 0) await primary.noteDue();
      return modIds;
    },
    refresh: (signal) => fallback.refresh(signal),
    stop: guard.stop,
  };
}

/** Repairs the primary engine. Of failures in a row, logs each reason once. */
function repairs({ primary, log }: FallbackOptions, guard: GuardedPrimary): MeiliSearch['catchUp'] {
  let logged: string | null = null;
  return async (published) => {
    try {
      const repaired = await primary.catchUp(published);
      logged = null;
      return repaired;
    } catch (error) {
      const { message } = guard.noteFailure(error);
      // An outage logs only the reason why it began, such as a missing index.
      if (message !== logged) log.warn({ part: 'meilisearch', err: error }, UNREPAIRED);
      logged = message;
      return 0;
    }
  };
}

const UNREPAIRED = 'the index in Meilisearch was not filled or repaired';

function writesToBoth(options: FallbackOptions): Pick<Search, 'index' | 'remove' | 'rebuild'> {
  const { primary, fallback } = options;
  return {
    async index(entries) {
      const refused = await fallback.index(entries).catch(refusalOf);
      await primary.index(entries);
      if (refused) throw refused;
    },
    async remove(modIds) {
      await fallback.remove(modIds);
      await primary.remove(modIds);
    },
    rebuild: (batches) => rebuildBoth(options, batches),
  };
}

/** A refusal of some entries, so that the other engine gets all. Throws any other error. */
function refusalOf(error: unknown): RefusedEntries {
  if (error instanceof RefusedEntries) return error;
  throw error;
}

/** The reads, and the number of those that the fallback served instead of the primary engine. */
function readsWithFallback(
  { primary, fallback }: FallbackOptions,
  { request, isSlow, isUnavailable }: GuardedPrimary,
): Pick<Search, 'find' | 'countFacets' | 'fallback'> {
  let searches = 0;
  const fallBackUnless = async <T>(found: T | null, instead: () => Promise<T>): Promise<T> => {
    if (found !== null) return found;
    searches += 1;
    return instead();
  };
  return {
    async find(query) {
      const { text, after, sort, titlesOnly } = query;
      const isOfFallback = after !== null && !isMeiliPosition(after);
      if (sort !== 'relevance' || titlesOnly || isOfFallback) return fallback.find(query);
      const search = () => primary.find(query);
      if (after === null) {
        // The counts of a text come from the engine of its list, so that they agree.
        const found = isSlow(text) ? null : await request(text, search);
        return fallBackUnless(found, () => fallback.find(query));
      }
      const found = await request(text, search, refuseForNow);
      if (found === null) throw foreignPosition();
      return found;
    },
    async countFacets(filter) {
      const { text, sort = 'relevance' } = filter;
      if (sort !== 'relevance') return fallback.countFacets(filter);
      const counted = isSlow(text) ? null : await request(text, () => primary.countFacets(filter));
      return fallBackUnless(counted, () => fallback.countFacets(filter));
    },
    fallback: () => ({ isInUse: isUnavailable(), searches }),
  };
}

/** A busy engine can continue the walk later. */
function refuseForNow(): never {
  throw problem('service_unavailable', { retryAfterSeconds: LIMITS.crowdedRetrySeconds });
}

/**
 * Passes each batch to both engines, as soon as no other process rebuilds the index in Meilisearch.
 * That index goes live before the last steps in PostgreSQL, because its lease could expire during
 * them. If Meilisearch fails, completes the index in PostgreSQL and then throws the error.
 */
async function rebuildBoth(
  { primary, fallback }: FallbackOptions,
  batches: AsyncIterable<readonly SearchEntry[]>,
): Promise<number> {
  let failure: unknown = null;
  const noteFailure = (error: unknown) => {
    failure ??= error;
    return null;
  };
  const rebuild: OwnRebuild | null = await primary.beginRebuild().catch(noteFailure);
  async function* passed() {
    for await (const entries of batches) {
      if (failure === null) await rebuild?.write(entries).catch(noteFailure);
      yield entries;
    }
    if (failure === null) await rebuild?.finish().catch(noteFailure);
  }
  try {
    const indexed = await fallback.rebuild(passed());
    if (failure !== null) throw failure;
    return indexed;
  } finally {
    await rebuild?.release();
  }
}
