import type { FilesByMod } from './closure.js';
import {
  type Clash,
  type Comparisons,
  clashesOf,
  type FileIndex,
  indexFiles,
} from './file-index.js';
import { embeds, meets, supplyingDemand } from './meets.js';
import { type Demand, type NamedFile, type PlanFile, withoutDemands } from './plan-file.js';

/** A dependency of a file that excludes another file, or that no candidate file satisfies. */
export interface Blocker {
  readonly code: 'no_compatible_version' | 'version_constraint' | 'declared_conflict';
  readonly file: NamedFile;
  readonly demand: Demand;
  /**
   * If the dependency excludes content of another file: that file, and its dependency that supplies
   * the content. Otherwise null.
   */
  readonly content: Step | null;
  /** The requirements that lead to the two files, at most `MOST_STEPS` for each. */
  readonly via: readonly Step[];
}

/** A dependency of a file that leads to another file. */
export interface Step {
  readonly file: NamedFile;
  readonly demand: Demand;
}

/**
 * The maximum number of requirements that lead to one file in an explanation: the last ones of a
 * longer chain.
 */
export const MOST_STEPS = 10;

/**
 * Finds the reason why a file cannot be installed together with the indexed files of other mods.
 * Null if nothing was found, or once the plan has used up its comparisons.
 */
export type FindBlocker = (file: PlanFile, fileIndex: FileIndex) => Blocker | null;

/** The limit of comparisons per search: explanations must not use up the time of a plan. */
export const MOST_COMPARISONS = 200_000;

/**
 * Creates a search for blockers among the candidate files of a plan. It follows unmet requirements,
 * each mod once, so its time grows with the files and not with their combinations. It does not find
 * contradictions that need a combination of files.
 */
export function blockerFinder(files: FilesByMod): FindBlocker {
  const comparisons = { left: MOST_COMPARISONS };
  return (first, fileIndex) => {
    const visited = new Set([first.modId]);
    const firstIndex = indexFiles([first]);
    const search = (file: PlanFile, via: readonly Step[]): Blocker | null => {
      comparisons.left -= 1 + file.demands.length;
      const clash =
        firstClash(file, firstIndex, comparisons) ??
        firstClash(file, fileIndex, comparisons, first.modId);
      if (clash) return blockerOf(clash, via);
      for (const demand of openDemands({ file, first }, fileIndex, visited, comparisons)) {
        visited.add(demand.modId);
        const own = files.get(demand.modId) ?? [];
        comparisons.left -= own.length;
        const fitting = own.filter((it) => meets(it, demand));
        const step = { file: withoutDemands(file), demand };
        if (fitting.length === 0) {
          return { code: 'no_compatible_version', ...step, content: null, via };
        }
        const blocked = blockerOfAll(fitting, [...via, step].slice(-MOST_STEPS));
        if (blocked) return blocked;
      }
      return null;
    };
    /** The blocker of the first file, if all files have one. */
    const blockerOfAll = (fitting: readonly PlanFile[], via: readonly Step[]): Blocker | null => {
      let blocked: Blocker | null = null;
      for (const file of fitting) {
        const found = search(file, via);
        if (!found) return null;
        blocked ??= found;
      }
      return blocked;
    };
    return search(first, []);
  };
}

/** The first clash of a file with indexed files, except those of the ignored mod. */
function firstClash(
  file: PlanFile,
  index: FileIndex,
  comparisons: Comparisons,
  ignoredModId?: string,
): Clash | null {
  for (const clash of clashesOf(file, index, comparisons)) {
    const other = clash.file === file ? clash.other : clash.file;
    if (other.modId !== ignoredModId) return clash;
  }
  return null;
}

/**
 * The requirements of a file on mods that are neither present, contained in a file, nor visited.
 * `first` replaces the indexed files of its mod. Ends once no comparisons are left.
 */
function* openDemands(
  { file, first }: { readonly file: PlanFile; readonly first: PlanFile },
  { byMod, suppliers }: FileIndex,
  visited: ReadonlySet<string>,
  comparisons: Comparisons,
) {
  for (const demand of file.demands) {
    const { kind, modId } = demand;
    if (kind !== 'required' || visited.has(modId) || byMod.has(modId)) continue;
    const others = [...(suppliers.get(modId) ?? [])].filter((it) => it.modId !== first.modId);
    const isContained = isEmbedded(demand, [file, first, ...others], comparisons);
    if (comparisons.left < 0) return;
    if (!isContained) yield demand;
  }
}

/**
 * Whether any of the files embeds the target of a dependency. Counts each comparison, and returns
 * false once none is left.
 */
export function isEmbedded(
  demand: Demand,
  files: readonly PlanFile[],
  comparisons: Comparisons,
): boolean {
  return files.some((file) => {
    comparisons.left -= 1;
    return comparisons.left >= 0 && embeds(file, demand);
  });
}

/** The blocker for a dependency that excludes a file. */
export function blockerOf({ file, demand, other }: Clash, via: readonly Step[]): Blocker {
  const code = demand.kind === 'conflict' ? 'declared_conflict' : 'version_constraint';
  const inner = other.modId === demand.modId ? undefined : supplyingDemand(other, demand, file);
  const content = inner ? { file: withoutDemands(other), demand: inner } : null;
  return { code, file: withoutDemands(file), demand, content, via };
}
