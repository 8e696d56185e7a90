import {
  type Blocker,
  blockerOf,
  isEmbedded,
  MOST_COMPARISONS,
  MOST_STEPS,
  type Step,
} from './blockers.js';
import type { FilesByMod } from './closure.js';
import { addFile, type Comparisons, clashesOf, type FileIndex, indexFiles } from './file-index.js';
import { meets } from './meets.js';
import { type PlanFile, withoutDemands } from './plan-file.js';

/** The maximum number of reasons in one explanation. */
const MOST_BLOCKERS = 10;

/** Files of different mods. */
interface TakenFiles {
  readonly index: FileIndex;
  /** The requirements that lead to each file from one of the first files. */
  readonly via: Map<PlanFile, readonly Step[]>;
}

/**
 * Takes the files `first`, and for each mod that they transitively require the newest file that
 * fits. Returns the dependencies by which these files exclude each other, although older files may
 * fit together. Empty if nothing was found, or too few comparisons were left. Its time grows with
 * the files and their dependencies.
 */
export function blockersOfRequired(files: FilesByMod, first: readonly PlanFile[]): Blocker[] {
  const comparisons = { left: MOST_COMPARISONS };
  const taken: TakenFiles = { index: indexFiles([]), via: new Map() };
  const { byMod, suppliers } = taken.index;
  const requested = new Map<string, [Step, ...Step[]]>();
  for (const file of first) take(taken, requested, file, []);
  // The loop also visits the mods that it adds.
  for (const [modId, steps] of requested) {
    const [step] = steps;
    const [asking] = byMod.get(step.file.modId) ?? [];
    const isPresent =
      byMod.has(modId) || isEmbedded(step.demand, [...(suppliers.get(modId) ?? [])], comparisons);
    if (isPresent) continue;
    const own = files.get(modId) ?? [];
    comparisons.left -= own.length * steps.length;
    if (comparisons.left < 0) return [];
    const fitting = own.filter((it) => meets(it, step.demand));
    const best = fitting.find((it) => steps.every(({ demand }) => meets(it, demand)));
    const file = best ?? fitting[0];
    const via = (asking && taken.via.get(asking)) ?? [];
    if (!file) return [{ code: 'no_compatible_version', ...step, content: null, via }];
    take(taken, requested, file, [...via, step].slice(-MOST_STEPS));
  }
  return clashesAmong(taken, comparisons);
}

/** Adds a file to the taken ones, and its requirements to `requested`. */
function take(
  { index, via }: TakenFiles,
  requested: Map<string, [Step, ...Step[]]>,
  file: PlanFile,
  steps: readonly Step[],
): void {
  via.set(file, steps);
  addFile(index, file);
  for (const demand of file.demands) {
    if (demand.kind !== 'required') continue;
    const step = { file: withoutDemands(file), demand };
    const others = requested.get(demand.modId);
    if (others) others.push(step);
    else requested.set(demand.modId, [step]);
  }
}

/** Compares each file with those before it. Finds less if too few comparisons are left. */
function clashesAmong({ via }: TakenFiles, comparisons: Comparisons): Blocker[] {
  const found: Blocker[] = [];
  const before = indexFiles([]);
  for (const added of via.keys()) {
    for (const clash of clashesOf(added, before, comparisons)) {
      const { file, other } = clash;
      found.push(blockerOf(clash, [...(via.get(file) ?? []), ...(via.get(other) ?? [])]));
      if (found.length === MOST_BLOCKERS) return found;
    }
    addFile(before, added);
  }
  return found;
}
