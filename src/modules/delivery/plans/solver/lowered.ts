import { type Blocker, blockerFinder, indexFiles } from './blockers.js';
import type { FilesByMod } from './closure.js';
import type { PlanFile } from './plan-file.js';

/** A chosen file that is not the newest eligible one of its mod, and what stands against that one. */
export interface Lowered {
  readonly artifactId: string;
  readonly newestVersion: string;
  /** Null if only a combination of several demands stands against it. */
  readonly blocker: Blocker | null;
  /** The mods that the newest version requires and that are not in the plan. */
  readonly requires: readonly string[];
}

/** Explains each chosen file of which the request allows a newer version; files named exactly have none. */
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
