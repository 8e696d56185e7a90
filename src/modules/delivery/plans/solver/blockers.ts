import type { FilesByMod } from './closure.js';
import { clash, embeds, meets, modsDemanded } from './meets.js';
import { type Demand, type NamedFile, named, type PlanFile } from './plan-file.js';

/** A file, and its dependency that excludes another file or that no candidate file satisfies. */
export interface Blocker {
  readonly code: 'no_compatible_version' | 'version_constraint' | 'declared_conflict';
  readonly file: NamedFile;
  readonly demand: Demand;
}

/** Files, indexed by their own mods and by the mods of their dependencies. */
export interface FileIndex {
  readonly byMod: ReadonlyMap<string, readonly PlanFile[]>;
  /** The files with a dependency on a mod. */
  readonly mentioning: ReadonlyMap<string, readonly PlanFile[]>;
}

/**
 * Finds the reason why a file cannot be installed together with the indexed files; those of its own
 * mod are ignored. Null if nothing was found, or once the plan has used up its comparisons.
 */
export type FindBlocker = (file: PlanFile, fileIndex: FileIndex) => Blocker | null;

/** The limit of comparisons per plan: explanations must not use up its time. */
const MOST_COMPARISONS = 200_000;

/**
 * Creates a search for blockers among the candidate files of a plan. It follows unmet requirements,
 * each mod once, so its time grows with the files and not with their combinations. It does not find
 * contradictions that need a combination of files.
 */
export function blockerFinder(files: FilesByMod): FindBlocker {
  let left = MOST_COMPARISONS;
  return (first, fileIndex) => {
    const visited = new Set([first.modId]);
    const search = (file: PlanFile): Blocker | null => {
      left -= 1 + file.demands.length + (fileIndex.mentioning.get(file.modId)?.length ?? 0);
      if (left < 0) return null;
      const direct = clashAmong(file, fileIndex, first);
      if (direct) return direct;
      for (const demand of openDemands(file, fileIndex, visited)) {
        visited.add(demand.modId);
        const own = files.get(demand.modId) ?? [];
        left -= own.length;
        const fitting = own.filter((it) => meets(it, demand));
        const blocked =
          fitting.length === 0
            ? { code: 'no_compatible_version' as const, file: named(file), demand }
            : blockerOfAll(fitting);
        if (blocked) return blocked;
      }
      return null;
    };
    /** The blocker of the first file, if all files have one. */
    const blockerOfAll = (fitting: readonly PlanFile[]): Blocker | null => {
      let blocked: Blocker | null = null;
      for (const file of fitting) {
        const found = search(file);
        if (!found) return null;
        blocked ??= found;
      }
      return blocked;
    };
    return search(first);
  };
}

/**
 * The requirements of a file on mods that are neither present, contained in a file, nor visited.
 */
function* openDemands(file: PlanFile, fileIndex: FileIndex, visited: ReadonlySet<string>) {
  for (const demand of file.demands) {
    const { kind, modId } = demand;
    if (kind !== 'required' || visited.has(modId) || fileIndex.byMod.has(modId)) continue;
    const saying = [file, ...(fileIndex.mentioning.get(modId) ?? [])];
    if (!saying.some((other) => embeds(other, demand))) yield demand;
  }
}

/** Indexes files for searches of blockers. */
export function indexFiles(files: readonly PlanFile[]): FileIndex {
  const byMod = new Map<string, PlanFile[]>();
  const mentioning = new Map<string, PlanFile[]>();
  const add = (map: Map<string, PlanFile[]>, modId: string, file: PlanFile) => {
    const own = map.get(modId);
    if (own) own.push(file);
    else map.set(modId, [file]);
  };
  for (const file of files) {
    add(byMod, file.modId, file);
    for (const modId of modsDemanded(file)) add(mentioning, modId, file);
  }
  return { byMod, mentioning };
}

/** A direct conflict of a file with the indexed files, or with the first file of the search. */
function clashAmong(
  file: PlanFile,
  { byMod, mentioning }: FileIndex,
  first: PlanFile,
): Blocker | null {
  const speaking = file === first ? [] : [first];
  for (const other of [...speaking, ...(mentioning.get(file.modId) ?? [])]) {
    if (other !== first && other.modId === first.modId) continue;
    const demand = clash(other, file);
    if (demand) return blocker(other, demand);
  }
  for (const modId of modsDemanded(file)) {
    const others = modId === first.modId ? speaking : (byMod.get(modId) ?? []);
    for (const other of others) {
      const demand = clash(file, other);
      if (demand) return blocker(file, demand);
    }
  }
  return null;
}

function blocker(file: PlanFile, demand: Demand): Blocker {
  const code = demand.kind === 'conflict' ? 'declared_conflict' : 'version_constraint';
  return { code, file: named(file), demand };
}
