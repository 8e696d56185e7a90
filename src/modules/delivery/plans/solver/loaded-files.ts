import { byMod, byVersion, type FilesByMod } from './closure.js';
import { type Demand, type PlanFile, readingOf } from './plan-file.js';

/** A file in the JSON of `load-files.ts`. */
export type FileTuple = readonly [
  id: string,
  modId: string,
  versionId: string,
  version: string,
  /** Milliseconds since 1970. */
  publishedAt: number,
];

/** A dependency of a version in the same JSON. The ids name an exact target; null for any. */
export type DemandTuple = readonly [
  kind: Demand['kind'],
  modId: string,
  versionConstraint: string | null,
  versionId: string | null,
  artifactId: string | null,
  /** Whether the mod has published a version whose string equals the constraint. */
  isPublished: boolean,
  /** For an embedded dependency with ids, the version string of its target. */
  namedVersion?: string | null,
  /**
   * The optional file that the dependency names, else null. A required dependency has it only if
   * the file can be downloaded.
   */
  optionalFile?: readonly [versionId: string, version: string] | null,
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
  /** The files of one version are next to each other. */
  readonly pinned: readonly PlanFile[];
}

/** How to read the dependencies of a plan. */
interface ReadingRules {
  /** Whether prereleases satisfy ranges like any other version. */
  readonly withPrereleases: boolean;
  /**
   * Whether the plan contains the optional files of its versions, so that these meet dependencies.
   */
  readonly includeOptional: boolean;
}

/** Parses the rows of a plan. */
export function parseLoaded(texts: LoadedTexts, rules: ReadingRules): LoadedFiles {
  // The JSON comes from this service's own statement.
  const files = JSON.parse(texts.files) as FileTuple[];
  const allPinned = JSON.parse(texts.pinned) as FileTuple[];
  const offered = new Set([...files, ...allPinned].map(([, , versionId]) => versionId));
  const toDemand = demandReader(rules, offered);
  const demands = new Map(JSON.parse(texts.demands) as [string, DemandTuple[]][]);
  const toFile = ([id, modId, versionId, version, publishedAt]: FileTuple): PlanFile => ({
    id,
    modId,
    versionId,
    version,
    publishedAt,
    demands: (demands.get(versionId) ?? []).map(toDemand),
  });
  return { filesByMod: byMod(files.map(toFile)), pinned: together(allPinned.map(toFile)) };
}

/** Pinned files with the ids of all pinned files of their version. */
function together(pinned: readonly PlanFile[]): PlanFile[] {
  return byVersion(pinned).flatMap((own) => {
    const pinnedTogether = new Set(own.map(({ id }) => id));
    return own.map((file) => ({ ...file, pinnedTogether }));
  });
}

function demandReader(
  { withPrereleases, includeOptional }: ReadingRules,
  offered: ReadonlySet<string>,
) {
  return ([
    kind,
    modId,
    constraint,
    versionId,
    artifactId,
    isPublished,
    namedVersion = null,
    optional = null,
  ]: DemandTuple): Demand => ({
    kind,
    modId,
    versionConstraint: constraint,
    versionId,
    artifactId,
    reading: readingOf(constraint, isPublished, withPrereleases),
    ...(namedVersion === null ? {} : { namedVersion }),
    ...(optional &&
      artifactId !== null && {
        optionalFile: {
          id: artifactId,
          versionId: optional[0],
          version: optional[1],
          // An optional dependency is no reason against a version without its optional files.
          isEnough: includeOptional || kind === 'optional',
          isOffered: offered.has(optional[0]),
        },
      }),
  });
}
