import { createWorkLimit } from '../concurrency.js';
import type { Log } from '../log.js';
import { watchOutage } from '../outage.js';
import { MeiliFailure, MeiliTimeout } from './meilisearch/failure.js';
import type { MeiliSearch } from './meilisearch/meilisearch-search.js';
import type { FacetCounts, SearchHit } from './search.port.js';
import { createSlowTexts, type ObservedSearch } from './slow-texts.js';

/** How often an unavailable engine is probed. */
const PROBE_MS = 5_000;

/** Searches that may use the primary engine at once, and wait for it. Others use the fallback. */
const LOAD = { atOnce: 16, waiting: 48 };

/** The same while many different texts in a row took too long, so that few searches wait in vain. */
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
   * Returns the result of a question about a text, or null if the engine is unavailable, fails,
   * refuses the question or takes too long. If too many wait, it returns the result of `whenBusy`:
   * null by default. A failure starts an outage as in `noteFailure`. A question that takes too long
   * starts one only if `ping` also fails, or after too many different texts in a row. Throws every
   * error that is not a MeiliFailure.
   */
  ask<T extends Answer>(
    text: string,
    question: () => Promise<T>,
    whenBusy?: () => null,
  ): Promise<T | null>;
  /** Whether a question about the text took too long within the last minute. */
  isSlow(text: string): boolean;
  /** Pings the engine except during an outage. A failure starts an outage as in `noteFailure`. */
  ping(): Promise<void>;
  /**
   * Starts an outage if the MeiliFailure is one (`isOutage`). Pings then end it. Throws every error
   * that is not a MeiliFailure.
   */
  noteFailure(error: unknown): void;
  isAway(): boolean;
  stop(): void;
}

/** The result of a question. */
type Answer = readonly SearchHit[] | FacetCounts;

/** Tracks the outages of the primary engine and limits the concurrent questions to it. */
export function guardPrimary(options: PrimaryOptions): GuardedPrimary {
  const { primary, log, probeMs = PROBE_MS } = options;
  const limit = createWorkLimit(LOAD);
  const limitOfSuspect = createWorkLimit(LOAD_OF_SUSPECT);
  const slow = createSlowTexts();
  const outage = watchOutage({
    part: 'meilisearch',
    log,
    probeMs,
    ping: () => primary.ping(),
    begun: 'PostgreSQL alone answers searches',
    ended: 'searches are answered by Meilisearch again',
  });

  function noteFailure(error: unknown): void {
    if (!(error instanceof MeiliFailure)) throw error;
    if (error.isOutage) outage.begin(error);
  }

  async function ping(): Promise<void> {
    if (!outage.isAway()) await primary.ping().catch(noteFailure);
  }

  async function noteFailedSearch(search: ObservedSearch, error: unknown): Promise<void> {
    if (!(error instanceof MeiliTimeout)) return noteFailure(error);
    search.tookTooLong();
    if (slow.areMany()) noteFailure(error);
    else await ping();
    if (outage.isAway()) slow.forget();
  }

  const ask: GuardedPrimary['ask'] = async (text, question, whenBusy = () => null) => {
    if (outage.isAway()) return null;
    const observed = async () => {
      // An outage may have begun while the question waited.
      if (outage.isAway()) return null;
      const search = slow.begin(text);
      try {
        const result = await question();
        if (isFound(result)) search.succeeded();
        return result;
      } catch (error) {
        await noteFailedSearch(search, error);
        return null;
      }
    };
    return (slow.areMany() ? limitOfSuspect : limit).run(observed) ?? whenBusy();
  };

  return { ask, isSlow: slow.has, ping, noteFailure, isAway: outage.isAway, stop: outage.stop };
}

/** Whether the engine has found something. Otherwise it may not have searched at all. */
function isFound(result: Answer): boolean {
  return 'total' in result ? result.total > 0 : result.length > 0;
}
