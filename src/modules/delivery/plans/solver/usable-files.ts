import type { FilesByMod } from './closure.js';
import { meets } from './meets.js';
import type { PlanFile } from './plan-file.js';
import { embeddedMods } from './solve.js';

/**
 * Returns the files without those that no plan can contain: they require a mod that has no suitable
 * file and that no file embeds. Otherwise the solver would try all combinations of such files.
 * Repeats this until nothing changes, because other files may require the removed ones.
 */
export function usableFiles(files: FilesByMod): FilesByMod {
  const embedded = embeddedMods(files);
  const usable = new Map(files);
  const canBeMet = (file: PlanFile) =>
    file.demands.every(
      (it) =>
        it.kind !== 'required' ||
        embedded.has(it.modId) ||
        usable.get(it.modId)?.some((other) => meets(other, it)),
    );
  // The closure lists requirements after the files that require them.
  const required = [...files.keys()].reverse();
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const modId of required) {
      const own = usable.get(modId) ?? [];
      const rest = own.filter(canBeMet);
      if (rest.length === own.length) continue;
      usable.set(modId, rest);
      isDone = false;
    }
  }
  return usable;
}
