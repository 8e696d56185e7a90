import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { type GuardedPrimary, guardPrimary, type PrimaryOptions } from './guarded-primary.js';
import { isMeiliPosition } from './meilisearch/place.js';
import type { Rebuild } from './meilisearch/rebuild.js';
import { foreignPosition, type StoppableSearch } from './own-positions.js';
import { RefusedEntries } from './refused-entries.js';
import type { Search, SearchEntry } from './search.port.js';

/** The two engines of a search. */
interface FallbackOptions extends PrimaryOptions {
  /** The second engine: the one in PostgreSQL, which has every entry as well. */
  readonly fallback: Search;
}

/**
 * Searches and counts facets in Meilisearch by relevance, and in PostgreSQL in every other order.
 * While Meilisearch fails, lacks writes or is busy, PostgreSQL answers all new
 * searches. A background probe repeats the failed search, so that no other one waits for it. Logs
 * the start and the end of an outage. A walk stays in the engine that began it. If Meilisearch
 * cannot answer the next page, `find` throws `foreignPosition`, or `service_unavailable` while
 * Meilisearch is busy.
 *
 * Both engines get every write. `index` and `remove` reject if Meilisearch did not get one, after
 * PostgreSQL did: their job tries again. `catchUp` returns 0 if Meilisearch fails, and `ping`
 * rejects only for PostgreSQL. `outdated` and `refresh` concern only PostgreSQL.
 */
export function createSearchWithFallback(options: FallbackOptions): StoppableSearch {
  const { primary, fallback } = options;
  const guard = guardPrimary(options);
  return {
    ...writesToBoth(options),
    ...readsWithFallback(options, guard),
    async ping() {
      await fallback.ping();
      if (!guard.isAway()) await guard.ask(() => primary.ping());
    },
    async catchUp(published) {
      try {
        return await primary.catchUp(published);
      } catch (error) {
        guard.noteFailure(error, () => primary.ping());
        return 0;
      }
    },
    outdated: () => fallback.outdated(),
    refresh: (signal) => fallback.refresh(signal),
    stop: guard.stop,
  };
}

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

/** The reads, and the number of those that the fallback answered instead of the primary engine. */
function readsWithFallback(
  { primary, fallback }: FallbackOptions,
  { ask, isAway }: GuardedPrimary,
): Pick<Search, 'find' | 'countFacets' | 'fallback'> {
  let searches = 0;
  return {
    async find(query) {
      const isOfFallback = query.after !== null && !isMeiliPosition(query.after);
      if (query.sort !== 'relevance' || isOfFallback) return fallback.find(query);
      const isLaterPage = query.after !== null;
      const found = await ask(() => primary.find(query), isLaterPage ? refuseForNow : undefined);
      if (found !== null) return found;
      if (isLaterPage) throw foreignPosition();
      searches += 1;
      return fallback.find(query);
    },
    async countFacets(filter) {
      const { sort = 'relevance' } = filter;
      if (sort !== 'relevance') return fallback.countFacets(filter);
      const counted = await ask(() => primary.countFacets(filter));
      if (counted !== null) return counted;
      searches += 1;
      return fallback.countFacets(filter);
    },
    fallback: () => ({ isInUse: isAway(), searches }),
  };
}

/** A busy engine can continue the walk later. */
function refuseForNow(): never {
  throw problem('service_unavailable', { retryAfterSeconds: LIMITS.crowdedRetrySeconds });
}

/**
 * Passes each batch to both engines. If Meilisearch fails, completes the index in PostgreSQL and
 * then throws the error.
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
  const rebuild: Rebuild | null = await primary.beginRebuild().catch(noteFailure);
  async function* passed() {
    for await (const entries of batches) {
      if (failure === null) await rebuild?.write(entries).catch(noteFailure);
      yield entries;
    }
  }
  const indexed = await fallback.rebuild(passed());
  if (failure !== null) throw failure;
  await rebuild?.finish();
  return indexed;
}
