import semver from 'semver';
import { type Candidate, fits } from './candidates.js';
import type { Surroundings } from './surroundings.js';

/** What of a version tells how new it is. */
export type Age = Pick<Candidate, 'version' | 'publishedAt' | 'versionId'>;

/** What fits the request, newest first: by semver where all are, else by publication. */
export function preferred<T extends Candidate>(
  newestFirst: readonly T[],
  surroundings: Surroundings,
): T[] {
  const fitting = newestFirst.filter((candidate) => fits(candidate, surroundings));
  if (!areSemver(fitting)) return fitting;
  return fitting.sort((a, b) => semver.rcompare(a.version, b.version));
}

/** Whether a version is newer than another, by the order that `preferred` has where both are among these. */
export function isNewer(version: Age, than: Age, among: readonly Age[]): boolean {
  const bySemver = areSemver([...among, version, than])
    ? semver.compare(version.version, than.version)
    : 0;
  return (bySemver || byPublication(version, than)) > 0;
}

function areSemver(versions: readonly Age[]): boolean {
  return versions.every(({ version }) => semver.valid(version) !== null);
}

function byPublication(a: Age, b: Age): number {
  const apart = a.publishedAt.getTime() - b.publishedAt.getTime();
  return apart || (a.versionId < b.versionId ? -1 : Number(a.versionId > b.versionId));
}
