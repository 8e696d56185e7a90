import type { Chosen } from './choose.js';
import { requiredFile } from './meets.js';
import type { Demand } from './plan-file.js';

/** An optional file that a plan has because a chosen file requires exactly this one. */
interface Added extends Chosen {
  /** The last chosen file of the same version. */
  readonly addedTo: string;
}

/**
 * The optional files that chosen files require, each once and sorted by id, by the chosen file that
 * they follow. Files of a version that is not chosen are content of another file.
 */
export function requiredOptionalFiles(
  chosen: readonly Chosen[],
): ReadonlyMap<string, readonly Added[]> {
  const ids = new Set(chosen.map(({ file }) => file.id));
  const last = new Map(chosen.map((item) => [item.file.versionId, item]));
  const added = new Map<string, Added>();
  for (const demand of chosen.flatMap(({ file }) => file.demands)) {
    const { id, versionId } = requiredFile(demand) ?? {};
    const item = last.get(versionId ?? '');
    if (id === undefined || !item || ids.has(id)) continue;
    added.set(id, { file: { ...item.file, id }, role: 'required', addedTo: item.file.id });
  }
  const byItem = new Map<string, Added[]>();
  for (const it of [...added.values()].sort((a, b) => (a.file.id < b.file.id ? -1 : 1))) {
    const own = byItem.get(it.addedTo);
    if (own) own.push(it);
    else byItem.set(it.addedTo, [it]);
  }
  return byItem;
}

/**
 * The dependency of each added file on the file that it follows. A client that follows dependencies
 * from the mods that it needs thereby also finds the main file.
 */
export function constraintsOfAdded(added: ReadonlyMap<string, readonly Added[]>) {
  return [...added.values()].flat().map(({ file, addedTo }) => {
    const { modId, versionId, version } = file;
    const demand: Demand = {
      kind: 'required',
      modId,
      versionConstraint: version,
      versionId,
      artifactId: null,
      reading: 'exact',
    };
    return { fromArtifactId: file.id, demand, metBy: addedTo };
  });
}
