import { type Blocker, blockerFinder } from './blockers.js';
import type { FilesByMod } from './closure.js';
import { indexFiles } from './file-index.js';
import type { PlanFile } from './plan-file.js';

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
