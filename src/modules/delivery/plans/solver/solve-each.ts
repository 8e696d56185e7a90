import type { FilesByMod } from './closure.js';
import type { Following, PlanFile } from './plan-file.js';
import { type Budget, BudgetExhausted, embeddedMods, solve } from './solve.js';
import { usableFiles } from './usable-files.js';

/**
 * Far more than a mod with its libraries needs. One hard case with a thousand mods must not use up
 * the budget.
 */
const MOST_STEPS_ALONE = 1_000;

/**
 * For each mod, returns the file that a plan of this mod alone would install. Leaves out mods that
 * cannot be installed, that need too many steps, or that follow after the budget is spent.
 */
export function solveEach(
  files: FilesByMod,
  request: Following,
  modIds: readonly string[],
  budget: Budget,
): ReadonlyMap<string, PlanFile> {
  const usable = usableFiles(files);
  const embedded = embeddedMods(usable);
  const solved = new Map<string, PlanFile>();
  for (const modId of modIds) {
    if (budget.stepsLeft === 0) break;
    const own = { stepsLeft: Math.min(MOST_STEPS_ALONE, budget.stepsLeft) };
    budget.stepsLeft -= own.stepsLeft;
    const file = unlessPuzzle(() => solve(usable, request, [modId], own, embedded)?.get(modId));
    budget.stepsLeft += own.stepsLeft;
    if (file) solved.set(modId, file);
  }
  return solved;
}

function unlessPuzzle<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof BudgetExhausted) return undefined;
    throw error;
  }
}
