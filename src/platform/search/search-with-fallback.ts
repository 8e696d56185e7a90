import { problem } from '../../registry/errors.js';
import { createWorkLimit } from '../concurrency.js';
import type { Log } from '../log.js';
import { watchOutage } from '../outage.js';
import type { MeiliSearch } from './meilisearch/meilisearch-search.js';
import { isMeiliPosition } from './meilisearch/place.js';
import type { Rebuild } from './meilisearch/rebuild.js';
import { MeiliFailure } from './meilisearch/server.js';
import type { Search, SearchEntry, SearchQuery } from './search.port.js';

/** How often an unavailable engine is probed. */
const PROBE_MS = 5_000;

/** Searches that may use the primary engine at once, and wait for it. Others use the fallback. */
const LOAD = { atOnce: 16, waiting: 48 };

/** The two engines of a search. */
interface FallbackOptions {
  readonly primary: MeiliSearch;
  /** The engine in PostgreSQL, which has every entry as well. */
  readonly fallback: Search;
  readonly log: Log;
  readonly probeMs?: number;
}

/** A search with a connection check that can be stopped. */
export interface StoppableSearch extends Search {
  stop(): void;
}

/**
 * Searches in Meilisearch by relevance, and in PostgreSQL in every other order. While Meilisearch
 * fails or lacks writes, PostgreSQL answers all searches. A background probe repeats the failed
 * search, so that no other one waits for it. Logs the start and the end of an outage.
 *
 * Both engines get every write. `index` and `remove` reject if Meilisearch did not get one, after
 * PostgreSQL did: their job tries again.
 */
export function createSearchWithFallback(options: FallbackOptions): StoppableSearch {
  const { primary, fallback, log, probeMs = PROBE_MS } = options;
  const limit = createWorkLimit(LOAD);
  let searches = 0;
  let probe: () => Promise<unknown> = () => primary.ping();
  const outage = watchOutage({
    ...{ part: 'meilisearch', log, probeMs },
    ping: () => probe(),
    begun: 'searches are answered by PostgreSQL alone',
    ended: 'searches are answered by Meilisearch again',
  });
  const fail = (error: unknown, again: () => Promise<unknown>) => {
    if (!(error instanceof MeiliFailure)) throw error;
    if (!error.isOutage) return;
    if (!outage.isAway()) probe = again;
    outage.begin(error);
  };

  /** Returns null if the primary engine cannot answer. */
  async function ask<T>(question: () => Promise<T>): Promise<T | null> {
    if (outage.isAway()) return null;
    try {
      return await limit.run(question);
    } catch (error) {
      fail(error, question);
      return null;
    }
  }

  async function findByRelevance(query: SearchQuery) {
    const found = await ask(() => primary.find(query));
    if (found !== null) return found;
    if (query.after !== null) throw foreignPosition();
    searches += 1;
    return fallback.find(query);
  }

  return {
    async index(entries) {
      await fallback.index(entries);
      await primary.index(entries);
    },
    async remove(modIds) {
      await fallback.remove(modIds);
      await primary.remove(modIds);
    },
    find(query) {
      const isOfFallback = query.after !== null && !isMeiliPosition(query.after);
      if (query.sort !== 'relevance' || isOfFallback) return fallback.find(query);
      return findByRelevance(query);
    },
    async countFacets(filter) {
      const counted = await ask(() => primary.countFacets(filter));
      if (counted !== null) return counted;
      searches += 1;
      return fallback.countFacets(filter);
    },
    rebuild: (batches) => rebuildBoth(options, batches),
    async ping() {
      await fallback.ping();
      if (!outage.isAway()) await ask(() => primary.ping());
    },
    async catchUp(published) {
      try {
        return await primary.catchUp(published);
      } catch (error) {
        fail(error, () => primary.ping());
        return 0;
      }
    },
    outdated: () => fallback.outdated(),
    refresh: (signal) => fallback.refresh(signal),
    fallback: () => ({ isInUse: outage.isAway(), searches }),
    stop: outage.stop,
  };
}

/**
 * Refuses a position of the other engine. A walk cannot continue there, because its order differs.
 */
export function keepToOwnPositions(search: Search): Search {
  return {
    ...search,
    async find(query) {
      if (query.after !== null && isMeiliPosition(query.after)) throw foreignPosition();
      return search.find(query);
    },
  };
}

function foreignPosition(): Error {
  return problem('invalid_input', {
    fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }],
  });
}

/** Passes each batch to both engines. The index in PostgreSQL is complete even if the other fails. */
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
