import { demandsOn, meets } from './meets.js';
import type { PlanFile } from './plan-file.js';

/**
 * The chosen files that another chosen file contains in the same version, by id, with the id of the
 * container. Of files that contain each other, one is installed.
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
          demandsOn(other, file.modId).some((it) => it.kind === 'embedded' && meets(file, it)),
      );
    if (container) containerOf.set(file.id, container.id);
  }
  return containerOf;
}
