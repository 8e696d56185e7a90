import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.js';
import { LIMITS } from '../../registry/limits.js';
import { hasFault, type ProbeClient, type ProbeFindings } from './probe-client.js';

/** The sentence of the log about a request without a useful response. */
export const NOTHING_PROVED = 'a test of the proxy had no result';

/** The surroundings of the test. */
interface RepeatTestOptions {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Whether other test requests got through. If false, the log already says so. */
  isReached(): boolean;
  /** Replaces the pause of `LIMITS`. */
  readonly pauseSeconds?: number | undefined;
}

/**
 * Creates the test of repeated writes. It returns the findings, or null if it proved nothing; it
 * never rejects. A fault of the first request must be confirmed by a second one with a longer
 * pause, because a slow proxy can look like one that repeats. It waits before the second, because
 * some proxies avoid a server for a while after a broken connection.
 */
export function createRepeatTest(
  client: ProbeClient,
  { log, signal, isReached, pauseSeconds = LIMITS.proxyRepeatPauseSeconds }: RepeatTestOptions,
): () => Promise<ProbeFindings | null> {
  let hasFailed = false;
  async function confirmed(): Promise<ProbeFindings> {
    const first = await client('repeat');
    if (!hasFault(first)) return first;
    await pause(pauseSeconds * 1000, undefined, { ref: false, signal });
    return client('repeat', { again: true });
  }
  return async () => {
    try {
      const found = await confirmed();
      hasFailed = false;
      return found;
    } catch (error) {
      const isNew = !hasFailed && isReached() && !signal.aborted;
      if (isNew) log.info({ part: 'proxy', err: error }, NOTHING_PROVED);
      hasFailed = true;
      return null;
    }
  };
}
