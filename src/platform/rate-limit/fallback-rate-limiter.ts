import type { Log } from '../log.js';
import type { Decision, RateLimiter } from './rate-limit.port.js';

const PROBE_MS = 1_000;

/** The shared rate limiter and its local substitute. */
export interface FallbackOptions {
  readonly shared: RateLimiter;
  readonly local: RateLimiter;
  readonly log: Log;
  /** The interval of probes while the shared limiter is unavailable. */
  readonly probeMs?: number;
}

/**
 * Uses the shared limiter, and the local one while the shared one is unavailable. So an outage
 * neither removes the limits nor blocks all requests; each process counts for itself. The local
 * limiter also counts the requests that the shared one allowed in this process, so an outage gives
 * no caller a second full bucket. During an outage no request waits for the shared limiter;
 * background probes wait for its return. Logs the start and end of an outage. `ping` checks the
 * shared limiter.
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
