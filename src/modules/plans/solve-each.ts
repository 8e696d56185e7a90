import { setImmediate } from 'node:timers/promises';
import { RegisteredError } from '../../registry/errors.js';
import type { Choice } from './candidates.js';
import type { FilesByMod } from './closure.js';
import type { PlanRequest } from './plan-request.type.js';
import { type Budget, embeddedMods, solve } from './solve.js';

/** Far more than a mod with its libraries needs; of a thousand mods none may keep the others waiting. */
const MOST_STEPS_ALONE = 1_000;

/** So many steps take milliseconds; other requests have their turn after them. */
const STEPS_IN_A_TURN = 250;

/**
 * The file of each mod that a plan of this mod alone would install; none of those that cannot be
 * installed, that are a puzzle, or that come when the budget is spent.
 */
export async function solveEach(
  files: FilesByMod,
  request: PlanRequest,
  modIds: readonly string[],
  budget: Budget,
): Promise<ReadonlyMap<string, Choice>> {
  const embedded = embeddedMods(files);
  const solved = new Map<string, Choice>();
  let stepsAtTurn = budget.stepsLeft;
  for (const modId of modIds) {
    if (budget.stepsLeft === 0) break;
    const own = { stepsLeft: Math.min(MOST_STEPS_ALONE, budget.stepsLeft) };
    budget.stepsLeft -= own.stepsLeft;
    const file = unlessPuzzle(() => solve(files, request, [modId], own, embedded)?.get(modId));
    budget.stepsLeft += own.stepsLeft;
    if (file) solved.set(modId, file);
    if (stepsAtTurn - budget.stepsLeft >= STEPS_IN_A_TURN) {
      await setImmediate();
      stepsAtTurn = budget.stepsLeft;
    }
  }
  return solved;
}

function unlessPuzzle<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RegisteredError && error.code === 'service_unavailable') return undefined;
    throw error;
  }
}
