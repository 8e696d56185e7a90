import type { Chosen } from './choose.js';
import { indexFiles } from './file-index.js';
import { demandsOn, embeds, meets } from './meets.js';
import type { Demand, PlanFile } from './plan-file.js';

/**
 * The files that a chosen file contains, by id, with the id of the container. A file that embeds a
 * version contains all files of it. Of files that contain each other, one is installed. `added` are
 * further files of chosen versions; they contain nothing themselves.
 */
export function containedFiles(
  chosen: readonly Chosen[],
  added: readonly Chosen[],
): ReadonlyMap<string, string> {
  const { mentioning } = indexFiles(chosen.map(({ file }) => file));
  const containerOf = new Map<string, string>();
  const isInside = (id: string | undefined, of: string): boolean =>
    id !== undefined && (id === of || isInside(containerOf.get(id), of));
  for (const item of [...chosen, ...added]) {
    const { id, modId } = item.file;
    const others = [...(mentioning.get(modId) ?? [])].filter((other) => other.modId !== modId);
    const container = others.find(
      (other) => !isInside(other.id, id) && isContained(item, other, others),
    );
    if (container) containerOf.set(id, container.id);
  }
  return containerOf;
}

/**
 * Whether a file contains a chosen one. A range, or no constraint, does not say which version it
 * contains. Then the chosen file is content only if nothing needs more than the range, neither the
 * request nor one of `others`, the chosen files with a dependency on the mod.
 */
function isContained(
  { file, role }: Chosen,
  container: PlanFile,
  others: readonly PlanFile[],
): boolean {
  const embedded = demandsOn(container, file.modId).filter((it) => isPossible(file, it));
  if (embedded.some((it) => isExact(file, it))) return true;
  if (embedded.length === 0 || role === 'selected') return false;
  const demands = others.flatMap((other) => demandsOn(other, file.modId));
  return demands.every(
    (it) => it.kind === 'embedded' || it.kind === 'conflict' || embeds(container, it),
  );
}

/** Whether an embedded dependency can mean this very file, and not only one installed with it. */
function isPossible(file: PlanFile, demand: Demand): boolean {
  const { kind, artifactId } = demand;
  return kind === 'embedded' && (artifactId ?? file.id) === file.id && meets(file, demand);
}

/** Whether an embedded dependency names the file, its version or its version string. */
function isExact(file: PlanFile, { artifactId, versionId, versionConstraint }: Demand): boolean {
  return artifactId !== null || versionId !== null || versionConstraint === file.version;
}
