import { type Blocker, blockerFinder, indexFiles } from './blockers.js';
import type { FilesByMod } from './closure.js';
import { demandsOn, meets } from './meets.js';
import type { Demand, PlanFile } from './plan-file.js';

/** A chosen file that is not of the newest matching version of its mod, and the reason. */
export interface Lowered {
  readonly artifactId: string;
  readonly newestVersion: string;
  /** Null if only a combination of dependencies excludes the newest file, or none was found. */
  readonly blocker: Blocker | null;
  /** Mods that the newest version requires and that are not in the plan. */
  readonly requires: readonly string[];
}

/**
 * Explains each chosen file that is not of the newest matching version, the first in `files`.
 * In `files`, a pinned mod has only its pinned files, so they are never explained.
 */
export function loweredFiles(files: FilesByMod, chosen: readonly PlanFile[]): Lowered[] {
  const findBlocker = blockerFinder(files);
  const fileIndex = indexFiles(chosen);
  return chosen.flatMap((file) => {
    const newest = files.get(file.modId)?.[0];
    if (!newest || newest.versionId === file.versionId) return [];
    const blocker = findBlocker(newest, fileIndex);
    const missing = newest.demands.filter(
      ({ kind, modId }) => kind === 'required' && !fileIndex.byMod.has(modId),
    );
    const requires = [...new Set(missing.map(({ modId }) => modId))];
    return [{ artifactId: file.id, newestVersion: newest.version, blocker, requires }];
  });
}

/**
 * The chosen files that another chosen file contains, by id, with the id of the container. A file
 * that embeds a version contains all files of it. Of files that contain each other, one is
 * installed.
 */
export function containedFiles(chosen: readonly PlanFile[]): ReadonlyMap<string, string> {
  const containers = new Map<string, PlanFile[]>();
  for (const file of chosen) {
    for (const { kind, modId } of file.demands) {
      if (kind !== 'embedded' || modId === file.modId) continue;
      const known = containers.get(modId);
      if (known) known.push(file);
      else containers.set(modId, [file]);
    }
  }
  const containerOf = new Map<string, string>();
  const isInside = (id: string | undefined, of: string): boolean =>
    id !== undefined && (id === of || isInside(containerOf.get(id), of));
  for (const file of chosen) {
    const container = containers
      .get(file.modId)
      ?.find(
        (other) =>
          !isInside(other.id, file.id) &&
          demandsOn(other, file.modId).some((it) => isContent(file, it)),
      );
    if (container) containerOf.set(file.id, container.id);
  }
  return containerOf;
}

/** Whether an embedded dependency contains this very file, and not only one installed with it. */
function isContent(file: PlanFile, demand: Demand): boolean {
  const { kind, artifactId } = demand;
  return kind === 'embedded' && (artifactId ?? file.id) === file.id && meets(file, demand);
}
