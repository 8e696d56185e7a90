import type { Chosen } from './choose.js';
import { requiredFile } from './meets.js';
import type { Demand } from './plan-file.js';

/** An optional file that a plan has because a chosen file requires exactly this one. */
interface Added extends Chosen {
  /** The id of the chosen file of the same version, the last one if there are several. */
  readonly addedTo: string;
}

/**
 * Returns the optional files that chosen files require and that are not chosen themselves. The key
 * is the id of the chosen file of the same version, after which a plan installs them. The files of
 * a key are sorted by id, and each occurs once. If no file of their version is chosen, another
 * chosen file contains them, so they are left out.
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
 * Returns a dependency of each added file on the file that it follows (`addedTo`). A client that
 * follows dependencies from an added file thereby also finds the main file of its version.
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
