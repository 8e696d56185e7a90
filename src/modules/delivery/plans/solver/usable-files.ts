import type { FilesByMod } from './closure.js';
import { meets } from './meets.js';
import type { PlanFile } from './plan-file.js';
import { embeddedMods } from './solve.js';

/**
 * Leaves out files that no plan can contain: those that require a mod of which no file will do, and
 * that nothing embeds. Without this the solver would try all combinations of such files.
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
  // The closure lists what is required after what requires it.
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
