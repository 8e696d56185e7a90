import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { inScope, type WorkScope } from '../work-scope.js';
import { releaseLeases } from './claim.js';
import { createPeriodic } from './periodic.js';
import type { Queue } from './queue.port.js';
import { createRunner, type Runner } from './runner.js';

const POLL_MS = 1000;
const JOBS_SCOPE: WorkScope = { lane: 'jobs', gone: null };

/** What every queue needs. */
export interface QueueOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** No other process runs jobs on this database: what is leased at start, its holder left. */
  readonly exclusive?: boolean;
}

/** In what queues differ: how rows that are due come to who runs them. */
export interface Carriage {
  /**
   * Looks at the rows and brings those that are due on their way. `runner` is null in a process
   * that runs no jobs. Answers whether nothing is due that waits for a place in this process.
   */
  look(runner: Runner | null): Promise<boolean>;
  /** Called when this process begins to run jobs. */
  begin(runner: Runner): void;
  /** Brings nothing more to the runner. */
  pause(): Promise<void>;
  close(): Promise<void>;
  ping(): Promise<void>;
}

/**
 * A queue over the rows of the database. It looks at them when it is woken, when a job ended, and
 * once a second where it runs jobs, which finds what nobody announced: jobs of other processes,
 * retries that fall due, and rows whose holder was killed.
 */
export function createRowQueue(options: QueueOptions, carriage: Carriage): Queue {
  const { db, clock, log, exclusive = false } = options;
  let schedulePeriodic: (() => Promise<void>) | null = null;
  const waiting = new Set<() => void>();
  let runner: Runner | null = null;
  let stopped: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let ticking: Promise<void> | null = null;
  let again = false;

  async function look(): Promise<void> {
    let nothingDue = false;
    try {
      do {
        again = false;
        nothingDue = await carriage.look(runner);
      } while (again && !stopped);
    } catch (error) {
      log.warn({ err: error }, 'queue could not be read');
    }
    looking = null;
    if (nothingDue && runner?.isIdle()) resolveIdle();
  }

  function wake(): void {
    if (stopped) return;
    again = true;
    // Requests wake it; their database connections and their ends do not apply to jobs.
    looking ??= inScope(JOBS_SCOPE, look);
  }

  function resolveIdle(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  async function tick(): Promise<void> {
    if (stopped) return;
    try {
      await schedulePeriodic?.();
    } catch (error) {
      log.warn({ err: error }, 'periodic jobs not scheduled');
    }
    wake();
    if (stopped) return;
    timer = setTimeout(() => {
      ticking = tick();
    }, POLL_MS);
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    await Promise.all([carriage.pause(), runner?.stop(), ticking, looking]);
    await carriage.close();
    resolveIdle();
  }

  return {
    wake,
    start(handlers, { periodic = true } = {}) {
      schedulePeriodic = periodic ? createPeriodic(db, clock) : null;
      const started = createRunner({ db, clock, log, handlers, onEnd: wake });
      runner = started;
      const ready = exclusive ? releaseLeases(db, clock.now()) : Promise.resolve();
      ticking = ready
        .catch((error: unknown) => log.warn({ err: error }, 'leases kept'))
        .then(() => carriage.begin(started))
        .then(() => inScope(JOBS_SCOPE, tick));
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
    idle() {
      return new Promise((resolve) => {
        if (!runner || stopped) return resolve();
        waiting.add(resolve);
        wake();
      });
    },
    ping: carriage.ping,
  };
}
