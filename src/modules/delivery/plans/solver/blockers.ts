import type { FilesByMod } from './closure.js';
import { clash, contentFor, embeds, meets, modsDemanded, modsOfKind } from './meets.js';
import { type Demand, type NamedFile, named, type PlanFile } from './plan-file.js';

/** A file, and its dependency that excludes another file or that no candidate file satisfies. */
export interface Blocker {
  readonly code: 'no_compatible_version' | 'version_constraint' | 'declared_conflict';
  readonly file: NamedFile;
  readonly demand: Demand;
  /** The excluded file and what it contains, if the conflict is with its content; else null. */
  readonly content: Step | null;
  /** The requirements that lead to the two files, at most `MOST_STEPS` for each. */
  readonly via: readonly Step[];
}

/** A dependency of a file that leads to another file. */
export interface Step {
  readonly file: NamedFile;
  readonly demand: Demand;
}

/** The last steps of a long chain are the ones that an explanation has room for. */
export const MOST_STEPS = 10;

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
    const search = (file: PlanFile, via: readonly Step[]): Blocker | null => {
      const others = othersFor(file, fileIndex, first);
      left -= 1 + file.demands.length + others.size;
      if (left < 0) return null;
      const direct = clashAmong(file, others, via);
      if (direct) return direct;
      for (const demand of openDemands(file, fileIndex, visited)) {
        visited.add(demand.modId);
        const own = files.get(demand.modId) ?? [];
        left -= own.length;
        const fitting = own.filter((it) => meets(it, demand));
        const step = { file: named(file), demand };
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

/**
 * The files that a file can clash with: indexed ones of other mods than the first file of the
 * search, and the first file.
 */
function othersFor(
  file: PlanFile,
  { byMod, mentioning }: FileIndex,
  first: PlanFile,
): Set<PlanFile> {
  const others = new Set<PlanFile>(file === first ? [] : [first]);
  const add = (more: readonly PlanFile[] = []) => {
    for (const other of more) if (other.modId !== first.modId) others.add(other);
  };
  add(mentioning.get(file.modId));
  for (const modId of modsDemanded(file)) add(byMod.get(modId));
  for (const kind of ['embedded', 'conflict'] as const) {
    const opposite = kind === 'embedded' ? 'conflict' : 'embedded';
    for (const modId of modsOfKind(file, kind)) {
      const about = mentioning.get(modId) ?? [];
      add(about.filter((other) => modsOfKind(other, opposite).has(modId)));
    }
  }
  return others;
}

/** The blocker between a file and one of the others; dependencies of these come first. */
function clashAmong(
  file: PlanFile,
  others: ReadonlySet<PlanFile>,
  via: readonly Step[],
): Blocker | null {
  for (const other of others) {
    const demand = clash(other, file);
    if (demand) return blockerOf(other, demand, file, via);
  }
  for (const other of others) {
    const demand = clash(file, other);
    if (demand) return blockerOf(file, demand, other, via);
  }
  return null;
}

/** The blocker for a dependency of a file that excludes another file. */
export function blockerOf(
  file: PlanFile,
  demand: Demand,
  other: PlanFile,
  via: readonly Step[],
): Blocker {
  const code = demand.kind === 'conflict' ? 'declared_conflict' : 'version_constraint';
  const inner = other.modId === demand.modId ? undefined : contentFor(other, demand);
  const content = inner ? { file: named(other), demand: inner } : null;
  return { code, file: named(file), demand, content, via };
}
