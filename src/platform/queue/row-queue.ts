import { type JobKind, PERIODIC_JOBS } from '../../registry/jobs.js';
import { ADVISORY_LOCKS } from '../../registry/locks.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { untraced } from '../tracing/tracing.js';
import { inScope, type WorkScope } from '../work-scope.js';
import { releaseLeases } from './claim.js';
import { enqueue, type Queue } from './queue.port.js';
import { createRunner, type Runner } from './runner.js';

/**
 * Returns a function that queues every periodic job whose period has begun. Each job is queued once
 * per period, however many processes call it.
 */
function createPeriodic(db: Database, clock: Clock): () => Promise<void> {
  const lastPeriods = new Map<JobKind, number>();
  return async () => {
    for (const [kind, everySeconds] of PERIODIC_JOBS) {
      const period = Math.floor(clock.now().getTime() / (everySeconds * 1000));
      if (lastPeriods.get(kind) === period) continue;
      await enqueueOnce(db, kind, `period-${period}`);
      lastPeriods.set(kind, period);
    }
  };
}

async function enqueueOnce(db: Database, kind: JobKind, dedupeKey: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Of several processes at once, one queues the job and the others find it.
    await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.periodicJobs}::bigint)`;
    const known = await tx.job.findFirst({ where: { kind, dedupeKey }, select: { id: true } });
    if (!known) await enqueue(tx, { kind, payload: {}, dedupeKey });
  });
}

const POLL_MS = 1000;
const JOBS_SCOPE: WorkScope = { lane: 'jobs', gone: null };

/** The options of every queue. */
export interface QueueOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** True if no other process runs jobs on this database. Then all leases at start are stale. */
  readonly exclusive?: boolean;
  /** The lease of a kind of job in seconds; by default that of the registry. */
  readonly leaseSeconds?: (kind: JobKind) => number;
}

/** The part in which queues differ: how due rows reach the processes that run them. */
interface HintDelivery {
  /**
   * Reads the due rows and passes them on. `runner` is null in a process that runs no jobs. Returns
   * false while due rows wait for a hint: then the queue is not idle, even if the runner is.
   */
  look(runner: Runner | null): Promise<boolean>;
  /** Called when this process starts to run jobs. */
  begin(runner: Runner): void;
  /** Passes nothing more to the runner. */
  pause(): Promise<void>;
  /** Disconnects. The queue calls it after `pause`, when the runner has stopped. */
  close(): Promise<void>;
  /** As in `Queue`. */
  ping(): Promise<void>;
}

/** The state of a queue. */
interface State {
  readonly hints: HintDelivery;
  readonly log: Log;
  /** Resolved when no due row waits. */
  readonly waiting: Set<() => void>;
  schedulePeriodic: (() => Promise<void>) | null;
  runner: Runner | null;
  stopped: Promise<void> | null;
  timer: NodeJS.Timeout | undefined;
  looking: Promise<void> | null;
  ticking: Promise<void> | null;
  /** Whether a wake-up arrived while the queue looked at the rows. */
  again: boolean;
}

/**
 * A queue over the rows of the database. It looks at them on wake-up and after each job. A process
 * that runs jobs also looks once a second, and so finds jobs of other processes, due retries and
 * rows of killed processes.
 */
export function createRowQueue(options: QueueOptions, hints: HintDelivery): Queue {
  const state: State = {
    hints,
    log: options.log,
    waiting: new Set(),
    schedulePeriodic: null,
    runner: null,
    stopped: null,
    timer: undefined,
    looking: null,
    ticking: null,
    again: false,
  };
  return {
    wake: () => wake(state),
    start: (handlers, { periodic = true } = {}) => start(state, options, handlers, periodic),
    stop() {
      state.stopped ??= end(state);
      return state.stopped;
    },
    idle() {
      return new Promise((resolve) => {
        if (!state.runner || state.stopped) return resolve();
        state.waiting.add(resolve);
        wake(state);
      });
    },
    ping: hints.ping,
  };
}

/** Starts to run jobs. */
function start(
  state: State,
  { db, clock, log, exclusive = false, leaseSeconds }: QueueOptions,
  handlers: Parameters<Queue['start']>[0],
  periodic: boolean,
): void {
  state.schedulePeriodic = periodic ? createPeriodic(db, clock) : null;
  const runner = createRunner({
    db,
    clock,
    log,
    handlers,
    onEnd: () => wake(state),
    ...(leaseSeconds ? { leaseSeconds } : {}),
  });
  state.runner = runner;
  const ready = exclusive ? releaseLeases(db, clock.now()) : Promise.resolve();
  state.ticking = ready
    .catch((error: unknown) =>
      log.warn({ err: error }, 'leases of an earlier process could not be released'),
    )
    .then(() => state.hints.begin(runner))
    .then(() => inScope(JOBS_SCOPE, () => tick(state)));
}

function wake(state: State): void {
  if (state.stopped) return;
  state.again = true;
  // Requests call this. Their connection lane, their disconnects and their traces must not apply
  // to jobs.
  state.looking ??= inScope(JOBS_SCOPE, () => untraced(() => look(state)));
}

/**
 * Looks at the rows until no wake-up arrives meanwhile. An error is logged, and the next look tries
 * again.
 */
async function look(state: State): Promise<void> {
  let nothingDue = false;
  try {
    do {
      state.again = false;
      nothingDue = await state.hints.look(state.runner);
    } while (state.again && !state.stopped);
  } catch (error) {
    state.log.warn({ err: error }, 'the queue could not be read');
  }
  state.looking = null;
  if (nothingDue && state.runner?.isIdle()) resolveIdle(state);
}

function resolveIdle({ waiting }: State): void {
  for (const resolve of waiting) resolve();
  waiting.clear();
}

/**
 * Queues the periodic jobs that are due and wakes the queue up, every second until it is stopped.
 */
async function tick(state: State): Promise<void> {
  if (state.stopped) return;
  try {
    await state.schedulePeriodic?.();
  } catch (error) {
    state.log.warn({ err: error }, 'periodic jobs could not be scheduled');
  }
  wake(state);
  if (state.stopped) return;
  state.timer = setTimeout(() => {
    state.ticking = tick(state);
  }, POLL_MS);
}

async function end(state: State): Promise<void> {
  clearTimeout(state.timer);
  await Promise.all([state.hints.pause(), state.runner?.stop(), state.ticking, state.looking]);
  await state.hints.close();
  resolveIdle(state);
}
