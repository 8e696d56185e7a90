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

/** The options of every queue. */
export interface QueueOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** True if no other process runs jobs on this database. Then all leases at start are stale. */
  readonly exclusive?: boolean;
}

/** The part in which queues differ: how due rows reach the processes that run them. */
export interface Carriage {
  /**
   * Reads the due rows and passes them on. `runner` is null in a process that runs no jobs. Returns
   * whether no due row waits for a slot in this process.
   */
  look(runner: Runner | null): Promise<boolean>;
  /** Called when this process starts to run jobs. */
  begin(runner: Runner): void;
  /** Passes nothing more to the runner. */
  pause(): Promise<void>;
  close(): Promise<void>;
  ping(): Promise<void>;
}

/**
 * A queue over the rows of the database. It looks at them on wake-up, after each job, and once a
 * second in a process that runs jobs. The latter finds jobs of other processes, due retries and
 * rows of killed processes.
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
    // Requests call this. Their connection lane and their disconnects must not apply to jobs.
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
