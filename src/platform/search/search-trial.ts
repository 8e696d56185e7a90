import { MeiliFailure } from './meilisearch/failure.js';
import type { FacetCounts, SearchHit } from './search.port.js';
import { isFromEngine, withoutEngine } from './served-by-engine.js';

/** The longest pause between two trials. */
const PAUSE_MAX_MS = 300_000;

/** The result of a question to an engine. */
export type Answer = readonly SearchHit[] | FacetCounts;

/** A search or a count. */
export type Question = () => Promise<Answer>;

/** Real searches that prove the end of an outage, because an engine may respond to pings alone. */
export interface SearchTrial {
  /** Keeps a question whose failure is an outage. Without one, `run` does nothing. */
  noteFailed(question: Question): void;
  /** Keeps the latest question of the outage, so that one fatal text does not prolong it. */
  noteLatest(question: Question): void;
  /**
   * Sends the latest question, and the failed one unless the latest one has hits. Rejects if the
   * engine fails again or gets no request of either (`isFromEngine`), and during the pause after
   * that, which doubles each time.
   */
  run(): Promise<void>;
}

/** Creates the trials of one engine. `firstMs` is half of the first pause. */
export function createSearchTrial(firstMs: number): SearchTrial {
  let failed: Question | null = null;
  let latest: Question | null = null;
  let pauseMs = firstMs;
  let pausesUntil = 0;

  async function succeed(question: Question): Promise<void> {
    const later = latest === null ? NOTHING : await attempt(latest);
    if (isFound(later) || isResponse(await attempt(question))) return;
    // The game or author of the failed search may be gone by now, so that it never
    // reaches the engine again. Then any later search that does ends the outage.
    if (!isResponse(later)) throw new Error('the trial did not reach the engine');
  }

  return {
    noteFailed(question) {
      failed = question;
    },
    noteLatest(question) {
      latest = question;
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
 * The result of a question, or null if the engine refused it, because then it has responded. Other
 * errors, such as those of the database, prove nothing.
 */
async function attempt(question: Question): Promise<Answer | null> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof MeiliFailure && !error.isOutage) return null;
    throw error;
  }
}

/** The result of no search. */
const NOTHING: Answer = withoutEngine([]);

/** Whether the engine has responded, also with a refusal. */
function isResponse(result: Answer | null): boolean {
  return result === null || isFromEngine(result);
}

/** Whether the engine has found something. Otherwise it may not have searched at all. */
export function isFound(result: Answer | null): boolean {
  if (result === null) return false;
  return 'total' in result ? result.total > 0 : result.length > 0;
}
