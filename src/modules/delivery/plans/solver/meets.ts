import type { Demand, PlanFile } from './plan-file.js';
import { inRange, isWithin } from './ranges.js';

/** The demands of a file by the mod that they are about: dense graphs ask for one of hundreds each time. */
const indexes = new WeakMap<PlanFile, ReadonlyMap<string, readonly Demand[]>>();

/** The demands of a file on a mod, in its order. */
export function demandsOn(file: PlanFile, modId: string): readonly Demand[] {
  const index = indexes.get(file) ?? indexOf(file);
  return index.get(modId) ?? [];
}

/** The mods that a file says something of. */
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

/** Whether a file meets what a demand asks of its mod: exact ids first, then the range. */
export function meets(file: PlanFile, demand: Demand): boolean {
  if (demand.artifactId && demand.artifactId !== file.id) return false;
  if (demand.versionId && demand.versionId !== file.versionId) return false;
  return inRange(file.version, demand);
}

/** Whether a file contains what a demand asks for; a contained range has to fit whole. */
export function embeds(file: PlanFile, demand: Demand): boolean {
  return demandsOn(file, demand.modId).some((it) => it.kind === 'embedded' && isWithin(it, demand));
}

/** The demand of a file that speaks against another file. */
export function clash(file: PlanFile, other: PlanFile): Demand | undefined {
  return demandsOn(file, other.modId).find(
    (it) => it.kind !== 'embedded' && meets(other, it) === (it.kind === 'conflict'),
  );
}
