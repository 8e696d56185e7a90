// The program of a thread: finds the file that a separate plan of each mod would install.
import { compareVersions, type VersionPosition } from '../../../../request/version-order.js';
import { chooseAlone } from './choose.js';
import { type LoadedTexts, parseLoaded } from './loaded-files.js';

/** The input of the program. */
export interface UpdateTask {
  readonly loaded: LoadedTexts;
  readonly modIds: readonly string[];
  /**
   * Whether a plan contains the optional files of its versions, so that these meet dependencies.
   */
  readonly includeOptional: boolean;
  /** Whether prereleases satisfy ranges like any other version. */
  readonly withPrereleases: boolean;
  readonly installed: readonly (VersionPosition & {
    readonly id: string;
    readonly modId: string;
  })[];
}

/** The file that a separate plan of each mod would install, and the older installed files. */
export interface LatestAndOutdated {
  readonly latest: readonly { readonly modId: string; readonly artifactId: string }[];
  readonly outdatedIds: readonly string[];
}

/**
 * Finds the latest file of each mod by `chooseAlone`, and the installed files of older versions. A
 * mod for which no file fits is missing from the result.
 */
export default function findLatestAndOutdated(task: UpdateTask): LatestAndOutdated {
  const { loaded, modIds, installed, withPrereleases, includeOptional } = task;
  const { filesByMod } = parseLoaded(loaded, { withPrereleases, includeOptional });
  const chosen = chooseAlone(filesByMod, modIds);
  const outdated = installed.filter((it) => {
    const latest = chosen.get(it.modId);
    return latest && compareVersions(latest, it) > 0;
  });
  return {
    latest: [...chosen].map(([modId, { id }]) => ({ modId, artifactId: id })),
    outdatedIds: [...new Set(outdated.map(({ id }) => id))],
  };
}
