import { MeiliFailure } from './meilisearch/failure.js';
import type { FacetCounts, SearchHit } from './search.port.js';
import { isFromEngine, withoutEngine } from './served-by-engine.js';

/** The longest pause between two trials. */
const PAUSE_MAX_MS = 300_000;

/** The result of a search or a count by an engine. */
export type TrialResult = readonly SearchHit[] | FacetCounts;

/** A search or a count. */
export type TrialSearch = () => Promise<TrialResult>;

/** Real searches that prove the end of an outage, because an engine may respond to pings alone. */
export interface SearchTrial {
  /**
   * Keeps a search whose failure is an outage, in place of an earlier one. Without one, `run` does
   * nothing.
   */
  noteFailed(search: TrialSearch): void;
  /**
   * Keeps the latest search of the outage, in place of an earlier one. It also proves that the
   * engine works, so a single text that the engine cannot bear does not prolong the outage.
   */
  noteLatest(search: TrialSearch): void;
  /**
   * Sends the latest search, and the failed one unless the latest one has hits. Resolves if the
   * engine responded, and forgets the failed search. Each call forgets the latest one. Rejects if
   * the engine fails again, or if neither search needed it (`isFromEngine`). The next calls reject
   * during a pause, which doubles each time.
   */
  run(): Promise<void>;
}

/** Creates the trials of one engine. `firstMs` is half of the first pause. */
export function createSearchTrial(firstMs: number): SearchTrial {
  let failed: TrialSearch | null = null;
  let latest: TrialSearch | null = null;
  let pauseMs = firstMs;
  let pausesUntil = 0;

  async function succeed(search: TrialSearch): Promise<void> {
    const later = latest === null ? NOTHING : await attempt(latest);
    if (isFound(later) || isResponse(await attempt(search))) return;
    // The game or author of the failed search may be gone by now, so that it never
    // reaches the engine again. Then any later search that does ends the outage.
    if (!isResponse(later)) throw new Error('the trial did not reach the engine');
  }

  return {
    noteFailed(search) {
      failed = search;
    },
    noteLatest(search) {
      latest = search;
    },
    async run() {
      if (failed === null) return;
      if (performance.now() < pausesUntil) throw new Error('the next trial follows later');
      try {
        await succeed(failed);
        failed = null;
        pauseMs = firstMs;
      } catch (error) {
        pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
        pausesUntil = performance.now() + pauseMs;
        throw error;
      } finally {
        latest = null;
      }
    },
  };
}

/**
 * The result of a search, or null if the engine refused it, because then it has responded. Other
 * errors, such as those of the database, prove nothing.
 */
async function attempt(search: TrialSearch): Promise<TrialResult | null> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof MeiliFailure && !error.isOutage) return null;
    throw error;
  }
}

/** The result of no search. */
const NOTHING: TrialResult = withoutEngine([]);

/** Whether the engine has responded, also with a refusal. */
function isResponse(result: TrialResult | null): boolean {
  return result === null || isFromEngine(result);
}

/** Whether the result has hits. Without hits, the engine may not have searched at all. */
export function isFound(result: TrialResult | null): boolean {
  if (result === null) return false;
  return 'total' in result ? result.total > 0 : result.length > 0;
}
