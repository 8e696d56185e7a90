import {
  ThreadFailure,
  type ThreadProgram,
  threadProgram,
} from '../../../platform/threads/threads.port.js';
import { ClientGone, scopeNow } from '../../../platform/work-scope.js';
import { problem } from '../../../registry/errors.js';
import type { PlanTask, SolvedPlan } from './solver/plan-program.js';
import type { FoundUpdates, UpdateTask } from './solver/update-program.js';
import { overShare, type Solver } from './solver-of.js';
import { tooComplex } from './too-complex.js';

const PLAN = threadProgram<PlanTask, SolvedPlan>(
  new URL('./solver/plan-program.js', import.meta.url),
);
const UPDATES = threadProgram<UpdateTask, FoundUpdates>(
  new URL('./solver/update-program.js', import.meta.url),
);

/** The retry delay without a free thread: most solver runs take milliseconds. */
const BUSY_SECONDS = 2;

/** Solves a plan in a thread. Throws the errors of `runSolver`. */
export function solvePlan(solver: Solver, task: PlanTask): Promise<SolvedPlan> {
  return runSolver(solver, PLAN, task, 'modIds');
}

/** Finds newer files in a thread. Throws the errors of `runSolver`. */
export function findUpdates(solver: Solver, task: UpdateTask): Promise<FoundUpdates> {
  return runSolver(solver, UPDATES, task, 'items');
}

/**
 * Runs a solver within the time budget of its request, which includes the wait for a thread. The
 * caller's quota pays for the thread time, also after an error.
 * - over the budget, or out of memory: `validation_failed`, because a retry would not help
 * - above the caller's limit of runs or thread time: `rate_limited`
 * - no thread in time, or a stopping process: `service_unavailable`
 * - a disconnected client: ClientGone, and the thread is free again
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
      return overShare(BUSY_SECONDS);
    case 'busy':
    case 'stopped':
      return problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
  }
}
