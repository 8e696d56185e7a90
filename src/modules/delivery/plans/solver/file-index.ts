import { contentClash, directClash, modsDemanded, modsOfKind } from './meets.js';
import type { Demand, PlanFile } from './plan-file.js';

/** Files, indexed by mods. */
type FilesByTarget = Map<string, Set<PlanFile>>;

/** Files, indexed by their own mods and by the mods of their dependencies. */
export interface FileIndex {
  readonly byMod: FilesByTarget;
  /** The files with a dependency on a mod. */
  readonly mentioning: FilesByTarget;
  /** The files that supply a mod (`supplyingDemand`). */
  readonly suppliers: FilesByTarget;
  /** The files that conflict with a mod. */
  readonly opponents: FilesByTarget;
}

/** The remaining comparisons of files. Below zero, searches end without a result. */
export interface Comparisons {
  left: number;
}

/** A dependency of a file that excludes another file, or the content of one. */
export interface Clash {
  readonly file: PlanFile;
  readonly demand: Demand;
  readonly other: PlanFile;
}

/** Indexes files. */
export function indexFiles(files: Iterable<PlanFile>): FileIndex {
  const index: FileIndex = {
    byMod: new Map(),
    mentioning: new Map(),
    suppliers: new Map(),
    opponents: new Map(),
  };
  for (const file of files) addFile(index, file);
  return index;
}

/** Adds a file to an index. */
export function addFile(index: FileIndex, file: PlanFile): void {
  for (const [map, modIds] of targetsOf(index, file)) {
    for (const modId of modIds) {
      const own = map.get(modId);
      if (own) own.add(file);
      else map.set(modId, new Set([file]));
    }
  }
}

/** Removes a file from an index. */
export function removeFile(index: FileIndex, file: PlanFile): void {
  for (const [map, modIds] of targetsOf(index, file)) {
    for (const modId of modIds) map.get(modId)?.delete(file);
  }
}

/** The mods for which each map has a file. */
function targetsOf(index: FileIndex, file: PlanFile): [FilesByTarget, Iterable<string>][] {
  return [
    [index.byMod, [file.modId]],
    [index.mentioning, modsDemanded(file)],
    [index.suppliers, modsOfKind(file, 'supplied')],
    [index.opponents, modsOfKind(file, 'conflict')],
  ];
}

const NONE: ReadonlySet<PlanFile> = new Set();

/**
 * Finds the dependencies by which a file and indexed files of other mods exclude each other, at
 * most one in each direction. Those of the indexed files come first. Each comparison counts, and
 * the search ends once none is left.
 */
export function* clashesOf(
  file: PlanFile,
  index: FileIndex,
  comparisons: Comparisons,
): Generator<Clash, void> {
  const fromOthers = new Set<PlanFile>();
  const toOthers = new Set<PlanFile>();
  for (const { other, isOwn, content } of comparable(file, index)) {
    comparisons.left -= 1;
    if (comparisons.left < 0) return;
    const found = isOwn ? toOthers : fromOthers;
    if (other.modId === file.modId || found.has(other)) continue;
    const [from, to] = isOwn ? [file, other] : [other, file];
    const demand = content === null ? directClash(from, to) : contentClash(from, to, content);
    if (!demand) continue;
    found.add(other);
    yield { file: from, demand, other: to };
  }
}

/** A comparison of the dependencies of one file with another file. */
interface Comparison {
  readonly other: PlanFile;
  /** Whether the compared dependencies are those of the given file, and not those of `other`. */
  readonly isOwn: boolean;
  /**
   * The mod that one file supplies and the other conflicts with. Null compares a dependency on the
   * mod of a file.
   */
  readonly content: string | null;
}

/**
 * The files that a file can clash with. Content is compared only for mods that one file supplies
 * and the other conflicts with: many files embed the same popular mods, and few conflict with them.
 */
function* comparable(file: PlanFile, index: FileIndex): Generator<Comparison, void> {
  const { byMod, mentioning, suppliers, opponents } = index;
  for (const other of mentioning.get(file.modId) ?? NONE) {
    yield { other, isOwn: false, content: null };
  }
  for (const content of modsOfKind(file, 'supplied')) {
    for (const other of opponents.get(content) ?? NONE) yield { other, isOwn: false, content };
  }
  for (const modId of modsDemanded(file)) {
    for (const other of byMod.get(modId) ?? NONE) yield { other, isOwn: true, content: null };
  }
  for (const content of modsOfKind(file, 'conflict')) {
    for (const other of suppliers.get(content) ?? NONE) yield { other, isOwn: true, content };
  }
}
