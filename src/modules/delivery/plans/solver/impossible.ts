import { type Blocker, blockerFinder } from './blockers.js';
import type { FilesByMod } from './closure.js';
import { indexFiles } from './file-index.js';
import { meets } from './meets.js';
import {
  type Following,
  isFollowed,
  type NamedFile,
  type PlanFile,
  withoutDemands,
} from './plan-file.js';
import { blockersOfRequired } from './required-files.js';
import { solve } from './solve.js';

/** The reason why no plan exists, with a minimal set of conflicting mods. */
export interface Impossible {
  readonly code: Blocker['code'];
  /** The conflicting mods, and the mods that they require and of which no file fits. Sorted. */
  readonly modIds: readonly string[];
  /** The mods without any matching file. */
  readonly withoutFile: readonly string[];
  /** The pinned files of mods for which the request pins several versions. */
  readonly twice: readonly NamedFile[];
  /**
   * Dependencies that exclude a file or that no file satisfies. They are of the newest files, of
   * the newest files that a plan can contain, or of files that these require. Can be empty.
   */
  readonly blockers: readonly Blocker[];
}

/**
 * Finds a minimal set of conflicting mods among the selected ones, and the dependencies that cause
 * the conflict. `usable` is `files` without those that no plan can contain. `twice` are the mods
 * for which the request pins several versions.
 */
export function reasonAgainst(
  { files, usable }: { readonly files: FilesByMod; readonly usable: FilesByMod },
  request: Following,
  selected: readonly string[],
  twice: readonly string[],
): Impossible {
  if (twice.length) {
    const pinned = twice.flatMap((modId) => files.get(modId) ?? []);
    return impossibleFor('version_constraint', twice, { twice: pinned.map(withoutDemands) });
  }
  const core = minimalCore(selected, (modIds) => solve(usable, request, modIds) === null);
  const newest = core.flatMap((modId) => (files.get(modId) ?? []).slice(0, 1));
  if (newest.length < core.length) {
    const withoutFile = core.filter((modId) => !files.get(modId)?.length);
    return impossibleFor('no_compatible_version', core, { withoutFile });
  }
  const best = core.flatMap((modId) => (usable.get(modId) ?? []).slice(0, 1));
  const direct = distinct([...blockersAmong(files, newest), ...blockersAmong(files, best)]);
  const blockers = direct.length > 0 ? direct : blockersOfRequired(files, newest);
  const declared = blockers.filter(({ code }) => code === 'declared_conflict');
  const isDeclared =
    declared.some((it) => isBetween(it, core)) ||
    (declared.length > 0 && declared.length === blockers.length);
  if (isDeclared) {
    // A long explanation has room for the first reasons only.
    const others = blockers.filter(({ code }) => code !== 'declared_conflict');
    return impossibleFor('declared_conflict', core, { blockers: [...declared, ...others] });
  }
  const code = core.length > 1 ? 'version_constraint' : 'no_compatible_version';
  return impossibleFor(code, [...core, ...unmetMods(files, newest)], { blockers });
}

/** The mods that some files require and of which no file fits. */
function unmetMods(files: FilesByMod, requiring: readonly PlanFile[]): string[] {
  const all = requiring.flatMap(({ demands }) =>
    demands.filter((it) => isFollowed(it, { includeOptional: false })),
  );
  const requested = [...new Set(all.map(({ modId }) => modId))];
  return requested.filter((modId) => {
    const own = all.filter((it) => it.modId === modId);
    return !(files.get(modId) ?? []).some((file) => own.every((it) => meets(file, it)));
  });
}

/** Whether both mods of a blocker are among the given ones. */
function isBetween({ file, demand, content }: Blocker, modIds: readonly string[]): boolean {
  return modIds.includes(file.modId) && modIds.includes(content?.file.modId ?? demand.modId);
}

function impossibleFor(
  code: Impossible['code'],
  modIds: readonly string[],
  because: Partial<Impossible>,
): Impossible {
  const sorted = [...new Set(modIds)].sort();
  return { code, modIds: sorted, withoutFile: [], twice: [], blockers: [], ...because };
}

/** The blocker of each file among the other ones. */
function blockersAmong(files: FilesByMod, among: readonly PlanFile[]): Blocker[] {
  const findBlocker = blockerFinder(files);
  const fileIndex = indexFiles(among);
  return among.flatMap((file) => findBlocker(file, fileIndex) ?? []);
}

/** The blockers without those that repeat a dependency. */
function distinct(blockers: readonly Blocker[]): Blocker[] {
  return [...new Map(blockers.map((it) => [it.demand, it])).values()];
}

/** Removes ever smaller groups of mods as long as the rest still conflicts. */
function minimalCore(
  all: readonly string[],
  isImpossible: (modIds: readonly string[]) => boolean,
): readonly string[] {
  let core = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = core.length - size; at > -size; at -= size) {
      const from = Math.max(at, 0);
      const rest = [...core.slice(0, from), ...core.slice(at + size)];
      if (rest.length > 0 && rest.length < core.length && isImpossible(rest)) core = rest;
    }
  }
  return core;
}
