import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type JobKind, kindsOf, LANE_NAMES, LANES, type Lane } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import { createSemaphore, type Semaphore } from '../concurrency.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { inScope } from '../work-scope.js';
import { type ClaimedRow, claimDue, claimOne, registeredLease } from './claim.js';
import type { JobHandlers } from './queue.port.js';
import { type Run, runOrRelease } from './run-row.js';

/** Runs the jobs of one process, with the concurrency of its lanes. */
export interface Runner {
  /**
   * Claims jobs due by `dueBy` and starts them in the free slots. Does not wait for their ends.
   * Throws PostgreSQL errors.
   */
  fill(dueBy: Date): Promise<void>;
  /** Runs this row to its end when a slot is free. Does nothing if it is no longer due. */
  run(id: string, lane: Lane): Promise<void>;
  /** Whether no job runs and none is being claimed. */
  isIdle(): boolean;
  /**
   * Starts no more jobs. Resolves when all running jobs have ended or were returned to the queue.
   */
  stop(): Promise<void>;
}

/** The parts that a runner needs. */
interface RunnerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly handlers: JobHandlers;
  /** Called after each run, when its slot is free again. */
  readonly onEnd: () => void;
  /** The lease of a kind of job in seconds; by default that of the registry. */
  readonly leaseSeconds?: (kind: JobKind) => number;
}

/** The state of a runner. */
interface State {
  readonly run: Run;
  readonly onEnd: () => void;
  readonly running: Set<Promise<void>>;
  readonly semaphores: Readonly<Record<Lane, Semaphore>>;
}

/** Slots of a lane that were taken before the claim, and the kinds of jobs for them. */
interface TakenSlots {
  readonly lane: Lane;
  readonly kinds: readonly JobKind[];
  readonly slots: number;
}

/** Creates an idle runner. */
export function createRunner(options: RunnerOptions): Runner {
  const { db, clock, log, handlers, onEnd, leaseSeconds = registeredLease } = options;
  const owner = `${process.pid}-${randomUUID()}`;
  const stopping = new AbortController();
  // Each running job listens. Node would warn about more than ten.
  setMaxListeners(0, stopping.signal);
  const run: Run = { db, clock, log, owner, leaseSeconds, handlers, stopping: stopping.signal };
  const running = new Set<Promise<void>>();
  const state: State = { run, onEnd, running, semaphores: createSemaphores() };
  return {
    async fill(dueBy) {
      const free = stopping.signal.aborted ? [] : takeFree(state);
      if (free.length === 0) return;
      const claiming = claimDue(run, free, { now: clock.now(), dueBy });
      await Promise.all(free.map((taken) => fillSlots(state, taken, claiming)));
    },
    run: (id, lane) => inScope({ lane: 'jobs', gone: null }, () => runInLane(state, id, lane)),
    isIdle: () => running.size === 0,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function createSemaphores(): State['semaphores'] {
  return {
    long: createSemaphore(LANES.long.slots),
    external: createSemaphore(LANES.external.slots),
    quick: createSemaphore(LANES.quick.slots),
    index: createSemaphore(LANES.index.slots),
    outbound: createSemaphore(LANES.outbound.slots),
    upkeep: createSemaphore(LANES.upkeep.slots),
  };
}

/** Takes all free slots. */
function takeFree({ semaphores }: State): TakenSlots[] {
  const lanes = LANE_NAMES.map((lane) => {
    let slots = 0;
    while (semaphores[lane].tryTake()) slots += 1;
    return { lane, kinds: kindsOf(lane), slots };
  });
  return lanes.filter(({ slots }) => slots > 0);
}

/** Runs the claimed rows of a lane in its taken slots, and frees the other slots. */
async function fillSlots(
  state: State,
  { lane, kinds, slots }: TakenSlots,
  claiming: Promise<readonly ClaimedRow[]>,
): Promise<void> {
  const rowsOfLane = claiming.then((rows) => rows.filter(({ kind }) => kinds.includes(kind)));
  const slotsFilled = Array.from({ length: slots }, async (_, at) => {
    const { row, ended } = await begin(state, lane, async () => (await rowsOfLane)[at] ?? null);
    if (!row) await ended;
  });
  await Promise.all(slotsFilled);
}

async function runInLane(state: State, id: string, lane: Lane): Promise<void> {
  const { run, semaphores } = state;
  await semaphores[lane].take();
  const { ended } = await begin(state, lane, async () =>
    run.stopping.aborted ? null : claimOne(run, { id, kinds: kindsOf(lane) }, run.clock.now()),
  );
  await ended;
}

/** Claims a row for a taken slot. The slot is free again when `ended` resolves. */
async function begin(state: State, lane: Lane, claim: () => Promise<ClaimedRow | null>) {
  const { running } = state;
  const claiming = claim();
  const ended: Promise<void> = runClaimed(state, lane, claiming).finally(() =>
    running.delete(ended),
  );
  running.add(ended);
  return { row: await claiming, ended };
}

async function runClaimed(
  { run, onEnd, semaphores }: State,
  lane: Lane,
  claiming: Promise<ClaimedRow | null>,
): Promise<void> {
  // The caller of the claim receives its error.
  const row = await claiming.catch(() => null);
  if (row) {
    await inScope({ lane: 'jobs', gone: null }, () => runOrRelease(run, row)).catch(
      (error: unknown) =>
        run.log.error({ err: error, job: row.id }, 'the outcome of a job could not be stored'),
    );
  }
  semaphores[lane].free();
  if (row) onEnd();
}
