// The program of a thread: finds what plans of some mods, each by itself, would install.
import { chooseAlone } from './choose-alone.js';
import { type LoadedTexts, parseLoaded } from './loaded-files.js';
import { type Age, isNewer, preferred } from './preferred.js';

/** The input of the program. */
export interface UpdateTask {
  readonly loaded: LoadedTexts;
  readonly modIds: readonly string[];
  readonly installed: readonly (Age & { readonly id: string; readonly modId: string })[];
}

/** The file that a plan of each mod would install, by mod, and the installed files that are older. */
export interface FoundUpdates {
  readonly latest: readonly { readonly modId: string; readonly artifactId: string }[];
  readonly outdatedIds: readonly string[];
}

export default function findUpdates({ loaded, modIds, installed }: UpdateTask): FoundUpdates {
  const { filesByMod } = parseLoaded(loaded);
  const chosen = chooseAlone(filesByMod, modIds);
  const fitting = new Map(
    modIds.map((modId) => [modId, preferred(filesByMod.get(modId) ?? [])] as const),
  );
  const outdated = installed.filter((it) => {
    const latest = chosen.get(it.modId);
    return latest && isNewer(latest, it, fitting.get(it.modId) ?? []);
  });
  return {
    latest: [...chosen].map(([modId, { id }]) => ({ modId, artifactId: id })),
    outdatedIds: [...new Set(outdated.map(({ id }) => id))],
  };
}
