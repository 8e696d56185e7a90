import type { Platform } from '../../../platform/platform.js';
import {
  ThreadFailure,
  type ThreadProgram,
  threadProgram,
} from '../../../platform/threads/threads.port.js';
import { ClientGone, scopeNow } from '../../../platform/work-scope.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { bucketKey } from '../../../request/admit.js';
import type { Viewer } from '../../../request/viewer.js';
import { tooComplex } from './refusals.js';
import type { PlanTask, SolvedPlan } from './solver/plan-program.js';
import type { LatestAndOutdated, UpdateTask } from './solver/update-program.js';

/** The threads of a solver, and the caller who pays for them. */
type Solver = Platform['planSolver'] & {
  /** The account or client address of the run. */
  readonly actor: string;
  /**
   * Takes thread time in advance. Resolves with a function that returns the unused time to the
   * quota. Throws `rate_limited`.
   */
  readonly reserve: (threadMs: number) => Promise<(usedMs: number) => Promise<void>>;
};

/** The parts of a request context that identify its caller. */
interface Caller {
  readonly platform: Pick<Platform, 'planSolver' | 'limiter' | 'keys'>;
  readonly viewer: Pick<Viewer, 'actor'>;
}

/** The unit of thread time. */
const UNIT_MS = 10;
const UNITS_PER_MINUTE = (LIMITS.planThreadSecondsPerMinute * 1000) / UNIT_MS;

/**
 * Returns the solver of a request. One bucket limits the caller's thread time per minute, for plans
 * and update checks together. A run reserves its maximum, `deadlineMs`: otherwise it could use more
 * than the bucket has left. If rate limits are off, it counts nothing.
 */
export function solverOf({ platform, viewer: { actor } }: Caller): Solver {
  const { planSolver, limiter } = platform;
  if (!limiter) return { ...planSolver, actor, reserve: async () => async () => undefined };
  const bucket = {
    key: bucketKey(platform, 'plan_time', actor),
    rate: 'plan_time',
    perMinute: UNITS_PER_MINUTE,
  } as const;
  return {
    ...planSolver,
    actor,
    async reserve(threadMs) {
      const units = Math.min(UNITS_PER_MINUTE, Math.ceil(threadMs / UNIT_MS));
      const { allowed, retryAfterSeconds } = await limiter.take([{ ...bucket, units }]);
      if (!allowed) throw threadQuotaExceeded(Math.max(1, retryAfterSeconds));
      return async (usedMs) => {
        const unused = units - Math.ceil(usedMs / UNIT_MS);
        if (unused > 0) await limiter.refund({ ...bucket, units: unused });
      };
    },
  };
}

/** `rate_limited`: the caller has reached their thread quota. */
function threadQuotaExceeded(retryAfterSeconds: number): RegisteredError {
  return problem('rate_limited', { quotaBucket: 'plan_time', retryAfterSeconds });
}

const PLAN = threadProgram<PlanTask, SolvedPlan>(
  new URL('./solver/plan-program.js', import.meta.url),
);
const UPDATES = threadProgram<UpdateTask, LatestAndOutdated>(
  new URL('./solver/update-program.js', import.meta.url),
);

/** The retry delay without a free thread: most solver runs take milliseconds. */
const BUSY_SECONDS = 2;

/** Solves a plan in a thread. Throws the errors of `runSolver`. */
export function solvePlan(solver: Solver, task: PlanTask): Promise<SolvedPlan> {
  return runSolver(solver, PLAN, task, 'modIds');
}

/**
 * Finds the file that a plan of each mod alone would install, even if it is not newer, and the
 * outdated files, in a thread. Throws the errors of `runSolver`.
 */
export function findLatestAndOutdated(
  solver: Solver,
  task: UpdateTask,
): Promise<LatestAndOutdated> {
  return runSolver(solver, UPDATES, task, 'items');
}

/**
 * Runs a solver within the time budget of its request, which includes the wait for a thread. The
 * caller's quota pays for the thread time, also after an error. Throws:
 * - over the budget, or out of memory: `validation_failed`, because a retry would not help
 * - above the caller's limit of runs or thread time: `rate_limited`
 * - no thread in time, or a stopping process: `service_unavailable`
 * - a disconnected client: ClientGone, after the thread was freed
 * - a crash: the `ThreadFailure` itself
 */
async function runSolver<Task, Result>(
  { threads, deadlineMs, actor, reserve }: Solver,
  program: ThreadProgram<Task, Result>,
  task: Task,
  field: string,
): Promise<Result> {
  const { gone } = scopeNow();
  const settle = await reserve(deadlineMs);
  let usedMs = 0;
  const spent = (threadMs: number) => {
    usedMs = threadMs;
  };
  try {
    const signal = gone ? { signal: gone } : {};
    return await threads.run(program, task, { actor, deadlineMs, spent, ...signal });
  } catch (error) {
    throw gone?.aborted ? new ClientGone() : failureOf(error, field);
  } finally {
    await settle(usedMs);
  }
}

function failureOf(error: unknown, field: string): unknown {
  if (!(error instanceof ThreadFailure)) return error;
  switch (error.code) {
    case 'crashed':
      return error;
    case 'over_deadline':
    case 'out_of_memory':
      return tooComplex(field);
    case 'over_share':
      return threadQuotaExceeded(BUSY_SECONDS);
    case 'busy':
    case 'stopped':
      return problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
  }
}
