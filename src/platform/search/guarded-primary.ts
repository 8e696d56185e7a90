import { LRUCache } from 'lru-cache';
import { createWorkLimit } from '../concurrency.js';
import type { Log } from '../log.js';
import { type Outage, watchOutage } from '../outage.js';
import { MeiliFailure, MeiliTimeout } from './meilisearch/failure.js';
import type { MeiliSearch } from './meilisearch/meilisearch-search.js';
import {
  createSearchTrial,
  isFound,
  type SearchTrial,
  type TrialResult,
  type TrialSearch,
} from './search-trial.js';
import { createSlowTexts, type ObservedSearch, type SlowTexts } from './slow-texts.js';

/** How often an unavailable engine is probed. */
const PROBE_MS = 5_000;

/** Searches that may use the primary engine at once, and wait for it. Others use the fallback. */
const LOAD = { atOnce: 16, waiting: 48 };

/**
 * The same while many different texts in a row took too long, so that few searches wait in vain.
 */
const LOAD_OF_SUSPECT = { atOnce: 1, waiting: 0 };

/** The primary engine and the log of its outages. */
export interface PrimaryOptions {
  readonly primary: MeiliSearch;
  readonly log: Log;
  readonly probeMs?: number;
}

/** Access to the primary engine, except during an outage. */
export interface GuardedPrimary {
  /**
   * Returns the result of a query about a text, or null if the engine is unavailable, fails,
   * refuses the query or takes too long. If too many wait, it returns the result of `whenBusy`:
   * null by default. Logs a refusal. A failure starts an outage as in `noteFailure`, which only a
   * real search ends (`SearchTrial`). A query that takes too long starts one only if `ping` also
   * fails, or after too many different texts in a row. Throws every error that is not a
   * MeiliFailure.
   */
  request<T extends TrialResult>(
    text: string,
    query: () => Promise<T>,
    whenBusy?: () => null,
  ): Promise<T | null>;
  /** Whether a query about the text took too long within the last minute. */
  isSlow(text: string): boolean;
  /** Pings the engine except during an outage. A failure starts an outage as in `noteFailure`. */
  ping(): Promise<void>;
  /**
   * Starts an outage if the MeiliFailure is one (`isOutage`), and returns the MeiliFailure. Pings
   * then end the outage, unless a query fails too. Throws every error that is not a MeiliFailure.
   */
  noteFailure(error: unknown): MeiliFailure;
  /** Whether an outage lasts. Sends no request. */
  isUnavailable(): boolean;
  /** Ends the probes. */
  stop(): void;
}

/** Tracks the outages of the primary engine and limits the concurrent queries to it. */
export function guardPrimary(options: PrimaryOptions): GuardedPrimary {
  const { probeMs = PROBE_MS } = options;
  const limit = createWorkLimit(LOAD);
  const limitOfSuspect = createWorkLimit(LOAD_OF_SUSPECT);
  const slow = createSlowTexts();
  const trial = createSearchTrial(probeMs);
  const outage = watchSearches(options, probeMs, trial);
  const { noteFailure, noteFailedSearch, ping } = outageNotes(options, { slow, trial, outage });

  const request: GuardedPrimary['request'] = async (text, query, whenBusy = () => null) => {
    if (outage.isUnavailable()) {
      trial.noteLatest(query);
      return null;
    }
    const observed = async () => {
      // An outage may have begun while the query waited.
      if (outage.isUnavailable()) return null;
      const search = slow.begin(text);
      try {
        const result = await query();
        if (isFound(result)) search.succeeded();
        return result;
      } catch (error) {
        await noteFailedSearch(search, query, error);
        return null;
      }
    };
    return (slow.areMany() ? limitOfSuspect : limit).run(observed) ?? whenBusy();
  };

  return {
    request,
    isSlow: slow.has,
    ping,
    noteFailure,
    isUnavailable: outage.isUnavailable,
    stop: outage.stop,
  };
}

/** Each reason of a refusal is logged once a minute: an outdated index refuses many searches. */
const LOGGED_REFUSALS = { max: 20, ttl: 60_000 };

/** The parts that failures of the engine change. */
interface OutageParts {
  readonly slow: SlowTexts;
  readonly trial: SearchTrial;
  readonly outage: Outage;
}

/** Creates the functions that decide whether a failure starts an outage (`GuardedPrimary`). */
function outageNotes({ primary, log }: PrimaryOptions, { slow, trial, outage }: OutageParts) {
  const refusals = new LRUCache<string, true>(LOGGED_REFUSALS);

  function noteFailure(error: unknown): MeiliFailure {
    if (!(error instanceof MeiliFailure)) throw error;
    if (error.isOutage) outage.begin(error);
    return error;
  }

  async function ping(): Promise<void> {
    if (!outage.isUnavailable()) await primary.ping().catch(noteFailure);
  }

  function noteFailedQuery(query: TrialSearch, error: unknown): void {
    const { isOutage, message } = noteFailure(error);
    // Without an outage, only this shows why PostgreSQL serves such searches.
    if (!isOutage && !refusals.has(message)) {
      refusals.set(message, true);
      log.warn({ part: 'meilisearch', err: error }, 'Meilisearch refuses a search');
    }
    if (outage.isUnavailable()) trial.noteFailed(query);
  }

  async function noteFailedSearch(
    search: ObservedSearch,
    query: TrialSearch,
    error: unknown,
  ): Promise<void> {
    if (!(error instanceof MeiliTimeout)) return noteFailedQuery(query, error);
    search.tookTooLong();
    if (slow.areMany()) noteFailedQuery(query, error);
    else await ping();
    if (outage.isUnavailable()) slow.forget();
  }

  return { noteFailure, noteFailedSearch, ping };
}

/** Watches for the end of an outage with pings, and with trials if a search has failed. */
function watchSearches(
  { primary, log }: PrimaryOptions,
  probeMs: number,
  trial: SearchTrial,
): Outage {
  return watchOutage({
    part: 'meilisearch',
    log,
    probeMs,
    async ping() {
      await primary.ping();
      await trial.run();
    },
    begun: 'PostgreSQL alone serves searches',
    ended: 'Meilisearch serves searches again',
  });
}
