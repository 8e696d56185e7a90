import { highestFirst } from '../../../../request/version-order.js';
import { type Following, isFollowed, type PlanFile } from './plan-file.js';

/**
 * The candidate files of each mod. After `closureOf`, the highest version is first; pinned files
 * keep their order. Before it, the newest publication is first.
 */
export type FilesByMod = ReadonlyMap<string, readonly PlanFile[]>;

/** The mods and files that the request selects. */
interface Selected {
  /** The mods whose newest file is requested. */
  readonly modIds: readonly string[];
  /** The pinned files of the request. */
  readonly pinned: readonly PlanFile[];
}

/**
 * Returns the files of the selected mods and of all mods that they transitively require. Optional
 * dependencies count as well if `following` includes them. A pinned mod has only the first pinned
 * file of each pinned version: a plan installs all of them, so the others exclude the same files.
 */
export function closureOf(
  loaded: FilesByMod,
  { modIds, pinned }: Selected,
  following: Following,
): FilesByMod {
  const files = new Map<string, readonly PlanFile[]>();
  for (const modId of modIds) files.set(modId, highestFirst(loaded.get(modId) ?? []));
  const first = byVersion(pinned).flatMap((own) => own.slice(0, 1));
  for (const [modId, own] of byMod(first)) files.set(modId, own);
  let step = [...files.values()].flat();
  while (step.length > 0) {
    const next = followedDependenciesOf(step, following).filter((modId) => !files.has(modId));
    for (const modId of next) files.set(modId, highestFirst(loaded.get(modId) ?? []));
    step = next.flatMap((modId) => files.get(modId) ?? []);
  }
  return files;
}

/** Groups files by mod, keeping their order. */
export function byMod(files: readonly PlanFile[]): Map<string, PlanFile[]> {
  return groupedBy('modId', files);
}

/** The files of each version, keeping their order. */
export function byVersion(files: readonly PlanFile[]): PlanFile[][] {
  return [...groupedBy('versionId', files).values()];
}

function groupedBy(
  key: 'modId' | 'versionId',
  files: readonly PlanFile[],
): Map<string, PlanFile[]> {
  const groups = new Map<string, PlanFile[]>();
  for (const file of files) {
    const own = groups.get(file[key]);
    if (own) own.push(file);
    else groups.set(file[key], [file]);
  }
  return groups;
}

/** The mods of the followed dependencies of some files, without duplicates, sorted by id. */
function followedDependenciesOf(files: readonly PlanFile[], following: Following): string[] {
  const requested = new Set<string>();
  for (const { demands } of files) {
    for (const demand of demands) if (isFollowed(demand, following)) requested.add(demand.modId);
  }
  return [...requested].sort();
}
