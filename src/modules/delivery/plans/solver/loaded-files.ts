import { byMod, type FilesByMod } from './closure.js';
import type { Demand, PlanFile } from './plan-file.js';
import { readingOf } from './ranges.js';

/** A file as the statement of `load-files.ts` writes it. */
export type FileTuple = readonly [
  id: string,
  modId: string,
  versionId: string,
  version: string,
  publishedAt: number,
];

/** A dependency of a version, as that statement writes it. */
export type DemandTuple = readonly [
  kind: Demand['kind'],
  modId: string,
  versionConstraint: string | null,
  versionId: string | null,
  artifactId: string | null,
  /** Whether the mod has published a version with the string of the constraint. */
  isPublished: boolean,
];

/** The rows of a plan as JSON texts, which only the thread parses. */
export interface LoadedTexts {
  /** `FileTuple[]` of files that fit the request, by mod, the newest publication first. */
  readonly files: string;
  /** `FileTuple[]` of the files that the request names exactly, by id. */
  readonly pinned: string;
  /** `[versionId, DemandTuple[]][]` of all these. */
  readonly demands: string;
}

/** The same, parsed. */
export interface LoadedFiles {
  readonly filesByMod: FilesByMod;
  readonly pinned: readonly PlanFile[];
}

/** Parses the rows of a plan. `withPrereleases` tells how its ranges are read. */
export function parseLoaded(texts: LoadedTexts, withPrereleases: boolean): LoadedFiles {
  const toDemand = demandReader(withPrereleases);
  // Written by our own statement.
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
    ...{ kind, modId, versionConstraint: constraint, versionId, artifactId },
    reading: readingOf(constraint, isPublished, withPrereleases),
  });
}
