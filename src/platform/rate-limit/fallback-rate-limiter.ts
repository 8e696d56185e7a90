import type { Log } from '../log.js';
import type { Decision, RateLimiter } from './rate-limit.port.js';

const PROBE_MS = 1_000;

/** What counts for all processes, and what stands in for it. */
export interface FallbackOptions {
  readonly shared: RateLimiter;
  readonly local: RateLimiter;
  readonly log: Log;
  /** How often a shared limiter that is away is asked again. */
  readonly probeMs?: number;
}

/**
 * Asks the shared limiter, and the local one while the shared one is away: without it the limits
 * are neither open nor closed, but counted by each process for itself. The local
 * limiter also counts the requests that the shared one allowed this process, so an outage gives no
 * caller a second full bucket. During an outage no
 * request waits for the shared limiter, which is asked in the background until it answers. Says
 * in the log when an outage begins and when it ends. `ping` asks the shared one.
 */
export function createFallbackRateLimiter(options: FallbackOptions): RateLimiter {
  const { shared, local, log, probeMs = PROBE_MS } = options;
  let isAway = false;
  let isClosed = false;
  let probe: NodeJS.Timeout | undefined;

  async function ask(question: (limiter: RateLimiter) => Promise<Decision>): Promise<Decision> {
    if (isAway) return question(local);
    try {
      return await question(shared);
    } catch (error) {
      noteAway(error);
      return question(local);
    }
  }

  function noteAway(error: unknown): void {
    if (isAway || isClosed) return;
    isAway = true;
    log.warn({ err: error, part: 'redis' }, 'rate limits are counted by this process alone');
    probeLater();
  }

  function probeLater(): void {
    probe = setTimeout(async () => {
      try {
        await shared.ping();
        isAway = false;
        log.info({ part: 'redis' }, 'rate limits are shared again');
      } catch {
        if (!isClosed) probeLater();
      }
    }, probeMs).unref();
  }

  return {
    async take(buckets) {
      const decision = await ask((limiter) => limiter.take(buckets));
      if (!isAway && decision.allowed) await local.take(buckets);
      return decision;
    },
    look: (buckets) => ask((limiter) => limiter.look(buckets)),
    async giveBack(bucket) {
      await local.giveBack(bucket);
      if (!isAway) await shared.giveBack(bucket).catch(noteAway);
    },
    async ping() {
      try {
        await shared.ping();
      } catch (error) {
        noteAway(error);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(probe);
      await Promise.all([shared.close(), local.close()]);
    },
  };
}
