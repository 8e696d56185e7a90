import type { Log } from './log.js';
import { untraced } from './tracing/tracing.js';
import { inScope, type WorkScope } from './work-scope.js';

const PROBE_MS = 1_000;

const PROBE_SCOPE: WorkScope = { lane: 'health', gone: null };

/** How to notice that an external service is back, and what the log says. */
interface OutageOptions {
  /** The name of the service in the log. */
  readonly part: string;
  /** Rejects while the service is unavailable. */
  readonly ping: () => Promise<unknown>;
  readonly log: Log;
  /** The log message at the start: how the process works without the service. */
  readonly begun: string;
  /** The log message at the end. */
  readonly ended: string;
  /** The pause between two probes; by default one second. */
  readonly probeMs?: number;
}

/** Whether an external service is unavailable to one user of it. */
export interface Outage {
  /**
   * Reports an error of the service. Probes then run in the background until it is back, on the
   * connections for health checks. Does nothing during an outage or after `stop`.
   */
  begin(error: unknown): void;
  /** Whether an outage lasts. Sends no request. */
  isUnavailable(): boolean;
  /** Ends the probes. A probe that runs may still end the outage. */
  stop(): void;
}

/** Tracks an outage of an external service. Logs its start and its end. */
export function watchOutage(options: OutageOptions): Outage {
  const { part, ping, log, begun, ended, probeMs = PROBE_MS } = options;
  let isUnavailable = false;
  let isStopped = false;
  let probe: NodeJS.Timeout | undefined;

  function begin(error: unknown): void {
    if (isUnavailable || isStopped) return;
    isUnavailable = true;
    log.warn({ err: error, part }, begun);
    probeLater();
  }

  function probeLater(): void {
    // The request that noticed the outage ends before the probes, so they must not run in its scope
    // and its trace.
    probe = inScope(PROBE_SCOPE, () => untraced(() => setTimeout(tryAgain, probeMs).unref()));
  }

  async function tryAgain(): Promise<void> {
    try {
      await ping();
      isUnavailable = false;
      log.info({ part }, ended);
    } catch {
      if (!isStopped) probeLater();
    }
  }

  return {
    begin,
    isUnavailable: () => isUnavailable,
    stop() {
      isStopped = true;
      clearTimeout(probe);
    },
  };
}
