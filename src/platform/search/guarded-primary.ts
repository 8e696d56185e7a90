import { createWorkLimit } from '../concurrency.js';
import type { Log } from '../log.js';
import { watchOutage } from '../outage.js';
import { MeiliFailure } from './meilisearch/failure.js';
import type { MeiliSearch } from './meilisearch/meilisearch-search.js';

/** How often an unavailable engine is probed. */
const PROBE_MS = 5_000;

/** Searches that may use the primary engine at once, and wait for it. Others use the fallback. */
const LOAD = { atOnce: 16, waiting: 48 };

/** The primary engine and the log of its outages. */
export interface PrimaryOptions {
  readonly primary: MeiliSearch;
  readonly log: Log;
  readonly probeMs?: number;
}

/** Access to the primary engine, except during an outage. */
export interface GuardedPrimary {
  /**
   * Returns null if the engine is unavailable, fails or refuses the question. If too many wait, it
   * returns the result of `whenBusy`: null by default. A failure starts an outage as in
   * `noteFailure`, and probes repeat the question. Throws every error that is not a MeiliFailure.
   */
  ask<T>(question: () => Promise<T>, whenBusy?: () => null): Promise<T | null>;
  /**
   * Starts an outage if the MeiliFailure is one (`isOutage`). Probes then repeat `again` until it
   * succeeds. Throws every error that is not a MeiliFailure.
   */
  noteFailure(error: unknown, again: () => Promise<unknown>): void;
  isAway(): boolean;
  stop(): void;
}

/** Tracks the outages of the primary engine and limits the concurrent questions to it. */
export function guardPrimary(options: PrimaryOptions): GuardedPrimary {
  const { primary, log, probeMs = PROBE_MS } = options;
  const limit = createWorkLimit(LOAD);
  let probe: () => Promise<unknown> = () => primary.ping();
  const outage = watchOutage({
    part: 'meilisearch',
    log,
    probeMs,
    ping: () => probe(),
    begun: 'PostgreSQL alone answers searches',
    ended: 'searches are answered by Meilisearch again',
  });

  function noteFailure(error: unknown, again: () => Promise<unknown>): void {
    if (!(error instanceof MeiliFailure)) throw error;
    if (!error.isOutage) return;
    if (!outage.isAway()) probe = again;
    outage.begin(error);
  }

  async function ask<T>(question: () => Promise<T>, whenBusy = () => null): Promise<T | null> {
    if (outage.isAway()) return null;
    const running = limit.run(question);
    if (running === null) return whenBusy();
    try {
      return await running;
    } catch (error) {
      noteFailure(error, question);
      return null;
    }
  }

  return { ask, noteFailure, isAway: outage.isAway, stop: outage.stop };
}
