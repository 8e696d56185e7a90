import { highestFirst } from '../../../../request/version-order.js';
import { byMod, closureOf, type FilesByMod } from './closure.js';
import { type Impossible, reasonAgainst } from './impossible.js';
import { type Following, isFollowed, type PlanFile } from './plan-file.js';
import { type Assignment, type Budget, BudgetExhausted, embeddedMods, solve } from './solve.js';
import { usableFiles } from './usable-files.js';

/** A chosen file, and its role. */
export interface Chosen {
  readonly file: PlanFile;
  readonly role: 'selected' | 'required' | 'optional';
}

/** The files of a plan, or the conflict that prevents one. */
interface ChosenPlan {
  /** The files of the plan; with a conflict, those of `filesNamed`. */
  readonly chosen: readonly Chosen[];
  readonly conflict: Impossible | null;
}

/**
 * Chooses a file for each selected mod and for its requirements, for an install plan. Finds a
 * solution if one exists, however long it takes. Two pinned versions of one mod are a conflict.
 * If several files of one version are pinned, the plan contains all of them, and each of them stands
 * for all in the search (`pinnedTogether`).
 */
export function choose(
  files: FilesByMod,
  request: Following,
  modIds: readonly string[],
  pinned: readonly PlanFile[],
): ChosenPlan {
  const pinnedByMod = byMod(pinned);
  const selected = [...new Set([...modIds, ...pinnedByMod.keys()])].sort();
  const twice = selected.filter((modId) => hasTwoVersions(pinnedByMod.get(modId) ?? []));
  const usable = usableFiles(files);
  const found = twice.length ? null : solve(usable, request, selected);
  if (!found) {
    const conflict = reasonAgainst({ files, usable }, request, selected, twice);
    const named = filesNamed(conflict, files, pinned);
    return { chosen: named.map((file) => ({ file, role: 'required' })), conflict };
  }
  const exact = selected.flatMap((modId) => pinnedByMod.get(modId) ?? []);
  const exactIds = new Set(exact.map(({ id }) => id));
  const rest = [...found.values()].filter(({ id }) => !exactIds.has(id));
  const isSelected = new Set(selected);
  const isRequired = requiredMods(found);
  const roleOf = ({ modId }: PlanFile): Chosen['role'] => {
    if (isSelected.has(modId)) return 'selected';
    return isRequired.has(modId) ? 'required' : 'optional';
  };
  return {
    chosen: [...exact, ...rest].map((file) => ({ file, role: roleOf(file) })),
    conflict: null,
  };
}

/**
 * The files that a conflict is about, of each conflicting mod: the pinned files that a blocker
 * names, else the first file in `files`. A mod without a file has none.
 */
function filesNamed(
  { modIds, blockers }: Impossible,
  files: FilesByMod,
  pinned: readonly PlanFile[],
): PlanFile[] {
  const ids = new Set(blockers.map(({ demand }) => demand.artifactId));
  const byBlocker = byMod(pinned.filter(({ id }) => ids.has(id)));
  return modIds.flatMap((modId) => byBlocker.get(modId) ?? (files.get(modId) ?? []).slice(0, 1));
}

/** Files of one version may be installed together, files of two versions may not. */
function hasTwoVersions(pinned: readonly PlanFile[]): boolean {
  return new Set(pinned.map(({ versionId }) => versionId)).size > 1;
}

function requiredMods(found: Assignment): Set<string> {
  const requested = [...found.values()].flatMap(({ demands }) => demands);
  const required = requested.filter((it) => isFollowed(it, { includeOptional: false }));
  return new Set(required.map(({ modId }) => modId));
}

/** The limit of steps for all mods of a request together. */
const MOST_STEPS = 50_000;

const FOLLOWING = { includeOptional: false };

/**
 * For each mod, returns the file that a plan of this mod alone would install: the preferred file
 * whose requirements can be met. Calls `solveEach` only for mods whose preferred file requires
 * others. Leaves out mods without such a file, and mods whose search takes too many steps.
 */
export function chooseAlone(
  loaded: FilesByMod,
  modIds: readonly string[],
): ReadonlyMap<string, PlanFile> {
  const newest = modIds.flatMap((modId) => highestFirst(loaded.get(modId) ?? []).slice(0, 1));
  const chosen = new Map(newest.map((file) => [file.modId, file]));
  // Only mods whose newest file has requirements need a search.
  const needy = newest.filter(({ demands }) => demands.some((it) => isFollowed(it, FOLLOWING)));
  const needyMods = needy.map(({ modId }) => modId);
  const files = closureOf(loaded, { modIds: needyMods, pinned: [] }, FOLLOWING);
  const found = solveEach(files, FOLLOWING, needyMods, { stepsLeft: MOST_STEPS });
  for (const modId of needyMods) {
    const file = found.get(modId);
    if (file) chosen.set(modId, file);
    else chosen.delete(modId);
  }
  return chosen;
}

/**
 * The limit of steps for one mod, far more than a mod with its libraries needs. One hard case with
 * a thousand mods must not use up the budget.
 */
const MOST_STEPS_ALONE = 1_000;

/**
 * Searches among all candidate files for the plan of each mod alone, and returns the mod's own file
 * in it. Takes its steps from `budget`. Leaves out mods that cannot be installed, that need too
 * many steps, or that follow after the budget is spent.
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
    const file = unlessExhausted(() => solve(usable, request, [modId], own, embedded)?.get(modId));
    budget.stepsLeft += own.stepsLeft;
    if (file) solved.set(modId, file);
  }
  return solved;
}

function unlessExhausted<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof BudgetExhausted) return undefined;
    throw error;
  }
}
