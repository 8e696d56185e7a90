import { type Demand, inRange, isWithin, type PlanFile } from './plan-file.js';

/** The dependencies of a file, indexed by mod. In dense graphs a file has hundreds of them. */
const indexes = new WeakMap<PlanFile, ReadonlyMap<string, readonly Demand[]>>();

/** The dependencies of a file on a mod, in their order. */
export function demandsOn(file: PlanFile, modId: string): readonly Demand[] {
  const index = indexes.get(file) ?? indexOf(file);
  return index.get(modId) ?? [];
}

/** The mods of the dependencies of a file of any kind, also of its conflicts. */
export function modsDemanded(file: PlanFile): Iterable<string> {
  return (indexes.get(file) ?? indexOf(file)).keys();
}

function indexOf(file: PlanFile): ReadonlyMap<string, readonly Demand[]> {
  const index = new Map<string, Demand[]>();
  for (const demand of file.demands) {
    const own = index.get(demand.modId);
    if (own) own.push(demand);
    else index.set(demand.modId, [demand]);
  }
  indexes.set(file, index);
  return index;
}

/**
 * Whether a file, or one that a plan installs with it, is the target of a dependency of any kind on
 * its mod. The exact ids, if any, and the range must all match.
 */
export function meets(file: PlanFile, demand: Demand): boolean {
  const { artifactId, versionId } = demand;
  const isNamed = !artifactId || artifactId === file.id || file.pinnedTogether?.has(artifactId);
  if (!isNamed) return false;
  if (versionId && versionId !== file.versionId) return false;
  return inRange(file.version, demand);
}

/**
 * Whether a file contains the target of a dependency. The embedded range must lie completely within
 * the required one (`isWithin`). If the dependency names an exact version or file, the embedded one
 * must name the same.
 */
export function embeds(file: PlanFile, demand: Demand): boolean {
  return demandsOn(file, demand.modId).some(
    (it) =>
      it.kind === 'embedded' &&
      (demand.versionId === null || demand.versionId === it.versionId) &&
      (demand.artifactId === null || demand.artifactId === it.artifactId) &&
      isWithin(it, demand),
  );
}

/**
 * Returns the dependency of a file that excludes another file; undefined without one. It is a
 * conflict that the other file meets, or a required or optional dependency that it does not meet.
 */
export function clash(file: PlanFile, other: PlanFile): Demand | undefined {
  return demandsOn(file, other.modId).find(
    (it) => it.kind !== 'embedded' && meets(other, it) === (it.kind === 'conflict'),
  );
}
