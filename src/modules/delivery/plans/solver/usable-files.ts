import { byMod, type FilesByMod } from './closure.js';
import { meets } from './meets.js';
import { type Demand, type PlanFile, readingOf } from './plan-file.js';
import { embeddedMods } from './solve.js';

/**
 * Removes files that no plan can contain: they require a mod that has no suitable file and that no
 * file embeds. Otherwise the solver would try all combinations of such files.
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

/** A file in the JSON of `load-files.ts`. */
export type FileTuple = readonly [
  id: string,
  modId: string,
  versionId: string,
  version: string,
  publishedAt: number,
];

/** A dependency of a version in the same JSON. */
export type DemandTuple = readonly [
  kind: Demand['kind'],
  modId: string,
  versionConstraint: string | null,
  versionId: string | null,
  artifactId: string | null,
  /** Whether the mod has published a version whose string equals the constraint. */
  isPublished: boolean,
];

/** The rows of a plan as JSON texts. Only the thread parses them. */
export interface LoadedTexts {
  /** `FileTuple[]` of the matching files, by mod, newest publication first. */
  readonly files: string;
  /** `FileTuple[]` of the pinned files, by id. */
  readonly pinned: string;
  /** `[versionId, DemandTuple[]][]` of all these files. */
  readonly demands: string;
}

/** The parsed rows of a plan. */
interface LoadedFiles {
  readonly filesByMod: FilesByMod;
  readonly pinned: readonly PlanFile[];
}

/** Parses the rows of a plan. `withPrereleases` determines how to read its ranges. */
export function parseLoaded(texts: LoadedTexts, withPrereleases: boolean): LoadedFiles {
  const toDemand = demandReader(withPrereleases);
  // The JSON comes from this service's own statement.
  const demands = new Map(JSON.parse(texts.demands) as [string, DemandTuple[]][]);
  const toFile = ([id, modId, versionId, version, publishedAt]: FileTuple): PlanFile => ({
    id,
    modId,
    versionId,
    version,
    publishedAt,
    demands: (demands.get(versionId) ?? []).map(toDemand),
  });
  const parse = (text: string) => (JSON.parse(text) as FileTuple[]).map(toFile);
  return { filesByMod: byMod(parse(texts.files)), pinned: parse(texts.pinned) };
}

function demandReader(withPrereleases: boolean) {
  return ([kind, modId, constraint, versionId, artifactId, isPublished]: DemandTuple): Demand => ({
    kind,
    modId,
    versionConstraint: constraint,
    versionId,
    artifactId,
    reading: readingOf(constraint, isPublished, withPrereleases),
  });
}
