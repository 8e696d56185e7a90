import type { Platform } from '../../platform/platform.js';
import {
  ThreadFailure,
  type ThreadProgram,
  threadProgram,
} from '../../platform/threads/threads.port.js';
import { problem } from '../../registry/errors.js';
import type { PlanTask, SolvedPlan } from './solver/plan-program.js';
import type { FoundUpdates, UpdateTask } from './solver/update-program.js';
import { tooComplex } from './too-complex.js';

type PlanSolver = Platform['planSolver'];

const PLAN = threadProgram<PlanTask, SolvedPlan>(
  new URL('./solver/plan-program.js', import.meta.url),
);
const UPDATES = threadProgram<UpdateTask, FoundUpdates>(
  new URL('./solver/update-program.js', import.meta.url),
);

/** Until threads are free again: most solver runs take milliseconds. */
const BUSY_SECONDS = 2;

/** Solves a plan in a thread. Throws what `runSolver` throws. */
export function solvePlan(solver: PlanSolver, task: PlanTask): Promise<SolvedPlan> {
  return runSolver(solver, PLAN, task, 'modIds');
}

/** Finds newer files in a thread. Throws what `runSolver` throws. */
export function findUpdates(solver: PlanSolver, task: UpdateTask): Promise<FoundUpdates> {
  return runSolver(solver, UPDATES, task, 'items');
}

/**
 * Runs a solver under the one time budget of its request, which counts the wait for a thread as well.
 * - over the budget, or out of memory: `validation_failed`, a retry would not help
 * - no free thread, or a process that stops: `service_unavailable`
 */
async function runSolver<Task, Result>(
  { threads, deadlineMs }: PlanSolver,
  program: ThreadProgram<Task, Result>,
  task: Task,
  field: string,
): Promise<Result> {
  try {
    return await threads.run(program, task, { deadlineMs });
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.code === 'crashed') throw error;
    if (error.code === 'over_deadline' || error.code === 'out_of_memory') throw tooComplex(field);
    throw problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
  }
}
