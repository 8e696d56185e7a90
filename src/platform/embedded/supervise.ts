import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.js';
import type { Cluster } from './cluster.js';
import { type Postmaster, type PostmasterOptions, startPostmaster } from './postmaster.js';
import { keepLogSmall } from './server-log.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** A server that restarts whenever it dies, until it is stopped. */
export interface Supervised {
  readonly port: number;
  /** Ends the restarts, and then the server as `Postmaster.stop` does. */
  stop(): Promise<void>;
}

/**
 * Starts a server and keeps it running. A server that dies restarts on the same port, with growing
 * pauses between failed attempts, which it logs. Counts the restarts for the metrics, and rotates
 * the log of the server. Sets `onLongRecovery` and `signal` of the options itself. Throws the errors
 * of `startPostmaster` if the first start fails.
 */
export async function supervise(
  cluster: Cluster,
  options: PostmasterOptions,
  log: Log,
): Promise<Supervised> {
  const stopping = new AbortController();
  const onLongRecovery = () => warnOfRecovery(log);
  const started = { ...options, onLongRecovery, signal: stopping.signal };
  let current = await startPostmaster(cluster, started);
  const { port } = current;
  const watching = watch();
  const endLog = keepLogSmall(options.logFile, log, options.logLimit);
  return {
    port,
    stop: async () => {
      stopping.abort();
      endLog();
      await current.stop();
      await watching;
    },
  };

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ part: 'postgres', port }, 'PostgreSQL ended unexpectedly and is restarted');
      const revived = await revive(cluster, { ...started, port }, log, stopping.signal);
      if (revived === undefined) return;
      current = revived;
      // A stop during the restart found no server to stop.
      if (stopping.signal.aborted) return current.stop();
      noteRestart();
      log.info({ part: 'postgres', port }, 'PostgreSQL is running again');
    }
  }
}

function warnOfRecovery(log: Log): void {
  const text = 'PostgreSQL is still recovering from a crash; the start waits for it';
  log.warn({ part: 'postgres' }, text);
}

/** Starts the server until it succeeds. Returns undefined if it was stopped meanwhile. */
async function revive(
  cluster: Cluster,
  options: PostmasterOptions & { readonly port: number },
  log: Log,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      return await startPostmaster(cluster, options);
    } catch (error) {
      if (signal.aborted) return undefined;
      log.error(
        { part: 'postgres', port: options.port, err: error },
        'PostgreSQL could not be restarted',
      );
    }
  }
}

let restarts = 0;

/** Counts a restart of the embedded PostgreSQL of this process. */
function noteRestart(): void {
  restarts += 1;
}

/** How often this process has started its embedded PostgreSQL again after it died. */
export const embeddedRestarts = (): number => restarts;
