import { randomUUID } from 'node:crypto';
import { kindsOf, LANE_NAMES, LANES, type Lane } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { createSemaphore } from '../semaphore.js';
import { inScope } from '../work-scope.js';
import { type ClaimedRow, claimNext, claimOne } from './claim.js';
import type { JobHandlers } from './queue.port.js';
import { type Run, runRow } from './run-row.js';

/** Runs the jobs of one process, with the concurrency of its lanes. */
export interface Runner {
  /** Claims and starts due jobs while slots are free. Throws PostgreSQL errors. */
  fill(dueBy: Date): Promise<void>;
  /** Runs this row to its end when a slot is free. Does nothing if it is no longer due. */
  run(id: string, lane: Lane): Promise<void>;
  isIdle(): boolean;
  /**
   * Starts no more jobs. Resolves when all running jobs have ended or were returned to the queue.
   */
  stop(): Promise<void>;
}

/** The parts that a runner needs. */
export interface RunnerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly handlers: JobHandlers;
  /** Called after each run, when its slot is free again. */
  readonly onEnd: () => void;
}

/** Creates an idle runner. */
export function createRunner({ db, clock, log, handlers, onEnd }: RunnerOptions): Runner {
  const owner = `${process.pid}-${randomUUID()}`;
  const stopping = new AbortController();
  const run: Run = { db, clock, log, owner, handlers, stopping: stopping.signal };
  const running = new Set<Promise<void>>();
  const places = {
    long: createSemaphore(LANES.long.places),
    external: createSemaphore(LANES.external.places),
    quick: createSemaphore(LANES.quick.places),
    outbound: createSemaphore(LANES.outbound.places),
    upkeep: createSemaphore(LANES.upkeep.places),
  };

  /** Claims a row for a taken slot. The slot is free again when `ended` resolves. */
  async function begin(lane: Lane, claim: () => Promise<ClaimedRow | null>) {
    const claiming = claim();
    const ended: Promise<void> = runClaimed(lane, claiming).finally(() => running.delete(ended));
    running.add(ended);
    return { row: await claiming, ended };
  }

  async function runInLane(id: string, lane: Lane): Promise<void> {
    await places[lane].take();
    const { ended } = await begin(lane, async () =>
      stopping.signal.aborted
        ? null
        : claimOne(db, owner, { id, kinds: kindsOf(lane) }, clock.now()),
    );
    await ended;
  }

  async function runClaimed(lane: Lane, claiming: Promise<ClaimedRow | null>): Promise<void> {
    // The caller of the claim receives its error.
    const row = await claiming.catch(() => null);
    if (row) {
      await inScope({ lane: 'jobs', gone: null }, () => runRow(run, row)).catch((error: unknown) =>
        log.error({ err: error, job: row.id }, 'job not settled'),
      );
    }
    places[lane].free();
    if (row) onEnd();
  }

  return {
    async fill(dueBy) {
      for (const lane of LANE_NAMES) {
        const next = () => claimNext(db, owner, kindsOf(lane), { now: clock.now(), dueBy });
        while (!stopping.signal.aborted && places[lane].tryTake()) {
          const { row, ended } = await begin(lane, next);
          if (row) continue;
          await ended;
          break;
        }
      }
    },
    run: (id, lane) => inScope({ lane: 'jobs', gone: null }, () => runInLane(id, lane)),
    isIdle: () => running.size === 0,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
