import { LRUCache } from 'lru-cache';
import semver from 'semver';

/**
 * How to read a constraint:
 * - `exact`: the version with this string, because the mod has published one
 * - `releases`: an npm range that matches a prerelease only if it names one of the same version
 * - `prereleases`: an npm range that matches prereleases like any other version
 */
export type Reading = 'exact' | 'releases' | 'prereleases';

/** A constraint and its reading. Null matches every version. */
export interface Constraint {
  readonly versionConstraint: string | null;
  readonly reading: Reading;
}

/**
 * Each range operation is cached by its texts. The solver repeats the same operations thousands of
 * times, and one of them can take a millisecond. The caches live as long as the thread and are
 * bounded: texts have at most 80 characters.
 */
const ENTRIES = 50_000;

/** A cached function of two texts. */
function memoized<T>(work: (a: string, b: string) => T) {
  const known = new LRUCache<string, { readonly result: T }>({ max: ENTRIES });
  return (a: string, b: string): T => {
    // The length distinguishes pairs of texts whose concatenation is equal.
    const key = `${a.length} ${a}${b}`;
    const found = known.get(key);
    if (found) return found.result;
    const result = work(a, b);
    known.set(key, { result });
    return result;
  };
}

const parsed = memoized((version) => semver.parse(version));

const isSemver = (version: string): boolean => parsed(version, '') !== null;

/** The range operations for one reading of prereleases. */
function operations(includePrerelease: boolean) {
  const options = { includePrerelease };
  return {
    satisfies: memoized(
      (version, range) => isSemver(version) && semver.satisfies(version, range, options),
    ),
    contains: memoized((wide, narrow) => {
      const areRanges = semver.validRange(narrow) !== null && semver.validRange(wide) !== null;
      return areRanges && semver.subset(narrow, wide, options);
    }),
  };
}

const RANGES = { releases: operations(false), prereleases: operations(true) } as const;

/**
 * Returns how to read a constraint. A full semver version is read as a range even if the mod has
 * published it: `1.2.0` then also matches the build `1.2.0+a`.
 */
export function readingOf(
  constraint: string | null,
  isPublished: boolean,
  withPrereleases: boolean,
): Reading {
  if (isPublished && constraint !== null && !isSemver(constraint)) return 'exact';
  return withPrereleases ? 'prereleases' : 'releases';
}

/**
 * Whether a version satisfies a constraint (docs/decisions/0039-version-constraints.md). A
 * constraint always matches its own string. A range matches only semver versions.
 */
export function inRange(version: string, { versionConstraint, reading }: Constraint): boolean {
  if (!versionConstraint || version === versionConstraint) return true;
  return reading !== 'exact' && RANGES[reading].satisfies(version, versionConstraint);
}

/**
 * Whether all versions of one constraint satisfy another. A null on either side counts as
 * satisfied: a file that embeds a mod without a constraint is assumed to fit.
 */
export function isWithin(narrow: Constraint, wide: Constraint): boolean {
  const inner = narrow.versionConstraint;
  const outer = wide.versionConstraint;
  if (inner === null || outer === null || inner === outer) return true;
  // `semver.subset()` wrongly denies that 1.4.0-beta.1 lies within ^1.4.0-beta.0.
  if (narrow.reading === 'exact' || isSemver(inner)) return inRange(inner, wide);
  return wide.reading !== 'exact' && RANGES[wide.reading].contains(outer, inner);
}

/**
 * A dependency of a file on another mod, with the fields that the solver needs. The ids name an
 * exact version or file; null for any.
 */
export interface Demand extends Constraint {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly modId: string;
  readonly versionId: string | null;
  readonly artifactId: string | null;
  /** The version string of the exact version or file, if an embedded dependency names one. */
  readonly namedVersion?: string;
  /**
   * The optional file that the dependency names, if any. A required dependency has it only if the
   * file can be downloaded.
   */
  readonly optionalFile?: OptionalFile;
}

/** An optional file of a version. */
export interface OptionalFile extends Pick<PlanFile, 'id' | 'versionId' | 'version'> {
  /**
   * Whether each file of its version meets a dependency on this file, because the plan then also
   * contains this file.
   */
  readonly isEnough: boolean;
  /** Whether a file of its version is among those from which the plan is chosen. */
  readonly isOffered: boolean;
}

/** The main file of a matching version, or a pinned file. */
export interface PlanFile {
  /** The artifact id. */
  readonly id: string;
  readonly modId: string;
  readonly versionId: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly demands: readonly Demand[];
  /** The ids of all pinned files of its version, for a pinned file. A plan installs all of them. */
  readonly pinnedTogether?: ReadonlySet<string>;
}

/** A file without its dependencies, for explanations. */
export type NamedFile = Pick<PlanFile, 'id' | 'modId' | 'version'>;

/** Omits the dependencies, so that they are not copied between threads. */
export function withoutDemands({ id, modId, version }: PlanFile): NamedFile {
  return { id, modId, version };
}

/** The kinds of dependencies that a plan follows. */
export interface Following {
  readonly includeOptional: boolean;
}

/** Whether a dependency adds a further file to this request. */
export function isFollowed({ kind }: Demand, { includeOptional }: Following): boolean {
  return kind === 'required' || (kind === 'optional' && includeOptional);
}
