import type { Log } from './log.js';

/**
 * The code of an error that Redis replied with, such as `READONLY`; null for other errors. Clients
 * of Redis give such errors no code: by the protocol (RESP) it is the first word of the text.
 */
export function replyCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  return /^[A-Z]+/.exec(error.message)?.[0] ?? null;
}

/**
 * Returns whether a Redis error says that this server is now a replica. After a failover the name
 * of the service points to another server, so the client reconnects.
 */
export function isOfReplica(error: Error): boolean {
  return replyCodeOf(error) === 'READONLY';
}

const PROBE_MS = 1_000;

/** How to notice that Redis is back, and what the log says. */
interface OutageOptions {
  /** Rejects while Redis is unavailable. */
  readonly ping: () => Promise<void>;
  readonly log: Log;
  /** The log message at the start: how the process works without Redis. */
  readonly begun: string;
  /** The log message at the end. */
  readonly ended: string;
  readonly probeMs?: number;
}

/** Whether Redis is unavailable to one user of it. */
export interface Outage {
  /** Reports an error of Redis. Probes then run in the background until it is back. */
  begin(error: unknown): void;
  isAway(): boolean;
  stop(): void;
}

/** Tracks an outage of Redis. Logs its start and its end. */
export function watchOutage(options: OutageOptions): Outage {
  const { ping, log, begun, ended, probeMs = PROBE_MS } = options;
  let isAway = false;
  let isStopped = false;
  let probe: NodeJS.Timeout | undefined;

  function begin(error: unknown): void {
    if (isAway || isStopped) return;
    isAway = true;
    log.warn({ err: error, part: 'redis' }, begun);
    probeLater();
  }

  function probeLater(): void {
    probe = setTimeout(async () => {
      try {
        await ping();
        isAway = false;
        log.info({ part: 'redis' }, ended);
      } catch {
        if (!isStopped) probeLater();
      }
    }, probeMs).unref();
  }

  return {
    begin,
    isAway: () => isAway,
    stop() {
      isStopped = true;
      clearTimeout(probe);
    },
  };
}
