import type { Chosen } from './choose.js';

/**
 * The order of installation: what is required comes before what requires it, ties and cycles go
 * by mod id. Kahn's algorithm over the chosen files.
 */
export function inInstallOrder(chosen: readonly Chosen[]): Chosen[] {
  const waiting = [...chosen].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  /** How many files of each mod wait; a mod can have several that the request names. */
  const left = new Map<string, number>();
  for (const { file } of waiting) left.set(file.modId, (left.get(file.modId) ?? 0) + 1);
  const needs = new Map(waiting.map((it) => [it, neededMods(it, left)]));
  const isFree = (it: Chosen) => !needs.get(it)?.some((modId) => left.get(modId));
  const ordered: Chosen[] = [];
  while (waiting.length > 0) {
    // A cycle has no first; the smallest id begins it.
    const [taken] = waiting.splice(Math.max(0, waiting.findIndex(isFree)), 1);
    if (!taken) break;
    ordered.push(taken);
    left.set(taken.file.modId, (left.get(taken.file.modId) ?? 1) - 1);
  }
  return ordered;
}

/** The chosen mods that have to be installed before a file. */
function neededMods({ file }: Chosen, chosen: ReadonlyMap<string, number>): string[] {
  const needed = file.demands.filter(({ kind }) => kind !== 'conflict').map(({ modId }) => modId);
  return [...new Set(needed)].filter((modId) => modId !== file.modId && chosen.has(modId));
}

function keyOf({ file }: Chosen): string {
  return `${file.modId}/${file.id}`;
}
