import { highestFirst } from '../../../../request/version-order.js';
import { closureOf, type FilesByMod } from './closure.js';
import { isAsked, type PlanFile } from './plan-file.js';
import { solveEach } from './solve-each.js';

/** The limit of steps for all mods of a request together. */
const MOST_STEPS = 50_000;

const FOLLOWING = { includeOptional: false };

/**
 * For each mod, returns the file that a plan of this mod alone would install: the preferred file
 * whose requirements can be met. Leaves out mods whose search takes too many steps.
 */
export function chooseAlone(
  loaded: FilesByMod,
  modIds: readonly string[],
): ReadonlyMap<string, PlanFile> {
  const newest = modIds.flatMap((modId) => highestFirst(loaded.get(modId) ?? []).slice(0, 1));
  const chosen = new Map(newest.map((file) => [file.modId, file]));
  // A newest file without requirements needs no search; only the others do.
  const needy = newest.filter(({ demands }) => demands.some((it) => isAsked(it, FOLLOWING)));
  const needyMods = needy.map(({ modId }) => modId);
  const files = closureOf(loaded, { modIds: needyMods, pinned: [] }, FOLLOWING);
  const found = solveEach(files, FOLLOWING, needyMods, { stepsLeft: MOST_STEPS });
  for (const modId of needyMods) {
    const file = found.get(modId);
    if (file) chosen.set(modId, file);
    else chosen.delete(modId);
  }
  return chosen;
}
