import type { PlanFile } from './plan-file.js';
import { compareSemver, isSemver, newestFirst } from './ranges.js';

/** The members of a version that tell its age. */
export type Age = Pick<PlanFile, 'version' | 'publishedAt' | 'versionId'>;

/** Files of one mod, newest first: by semver if all versions are semver, else by publication. */
export function preferred(newestPublishedFirst: readonly PlanFile[]): PlanFile[] {
  return newestFirst(newestPublishedFirst) ?? [...newestPublishedFirst];
}

/** Whether a version is newer than another, by the order that `preferred` has where both are among these. */
export function isNewer(version: Age, than: Age, among: readonly Age[]): boolean {
  const bySemver = areSemver([...among, version, than])
    ? compareSemver(version.version, than.version)
    : 0;
  return (bySemver || byPublication(version, than)) > 0;
}

function areSemver(versions: readonly Age[]): boolean {
  return versions.every(({ version }) => isSemver(version));
}

function byPublication(a: Age, b: Age): number {
  const apart = a.publishedAt - b.publishedAt;
  return apart || (a.versionId < b.versionId ? -1 : Number(a.versionId > b.versionId));
}
