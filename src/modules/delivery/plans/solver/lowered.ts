import { type Blocker, blockerFinder, indexFiles } from './blockers.js';
import type { FilesByMod } from './closure.js';
import type { PlanFile } from './plan-file.js';

/** A chosen file that is not the newest matching one of its mod, and the reason. */
export interface Lowered {
  readonly artifactId: string;
  readonly newestVersion: string;
  /** Null if only a combination of several dependencies excludes the newest file. */
  readonly blocker: Blocker | null;
  /** Mods that the newest version requires and that are not in the plan. */
  readonly requires: readonly string[];
}

/**
 * Explains each chosen file that is not the newest allowed version. Pinned files need no
 * explanation.
 */
export function loweredFiles(files: FilesByMod, chosen: readonly PlanFile[]): Lowered[] {
  const findBlocker = blockerFinder(files);
  const beside = indexFiles(chosen);
  return chosen.flatMap((file) => {
    const newest = files.get(file.modId)?.[0];
    if (!newest || newest.versionId === file.versionId) return [];
    const blocker = findBlocker(newest, beside);
    const missing = newest.demands.filter(
      ({ kind, modId }) => kind === 'required' && !beside.byMod.has(modId),
    );
    const requires = [...new Set(missing.map(({ modId }) => modId))];
    return [{ artifactId: file.id, newestVersion: newest.version, blocker, requires }];
  });
}
