import semver from 'semver';
import type { ReleaseChannel } from '../platform/database/generated/enums.js';

/** The members of a version that decide its place among the versions of its mod. */
export interface VersionPosition {
  readonly versionId: string;
  readonly version: string;
  /** The first publication, as a date or in milliseconds since 1970. */
  readonly publishedAt: Date | number;
}

/** A version with its parsed string; null if the string is not semver. */
interface ParsedVersion<T extends VersionPosition> {
  readonly place: T;
  readonly key: semver.SemVer | null;
}

/** The channels, the most stable first. */
const CHANNELS = ['release', 'beta', 'alpha'] as const satisfies readonly ReleaseChannel[];

/**
 * Returns the versions of one mod, the highest first. Semver strings compare by semver and rank
 * above all other strings. Other strings, and equal semver strings, compare by first publication
 * (the later is higher), then by id.
 */
export function highestFirst<T extends VersionPosition>(versions: readonly T[]): T[] {
  return versions
    .map(parsed)
    .sort((a, b) => compareKeyed(b, a))
    .map(({ place }) => place);
}

/**
 * Compares two versions of one mod by the order of `highestFirst`: positive if the first is higher.
 */
export function compareVersions(a: VersionPosition, b: VersionPosition): number {
  return compareKeyed(parsed(a), parsed(b));
}

/**
 * The latest release of a mod: the highest version of the most stable channel that has one. This is
 * a beta or an alpha if no version is more stable; undefined without versions.
 */
export function latestRelease<
  T extends VersionPosition & { readonly releaseChannel: ReleaseChannel },
>(published: readonly T[]): T | undefined {
  const channel = CHANNELS.find((it) => published.some((version) => version.releaseChannel === it));
  return highestFirst(published.filter((version) => version.releaseChannel === channel))[0];
}

function parsed<T extends VersionPosition>(place: T): ParsedVersion<T> {
  return { place, key: semver.parse(place.version) };
}

function compareKeyed(
  a: ParsedVersion<VersionPosition>,
  b: ParsedVersion<VersionPosition>,
): number {
  if (a.key && b.key) return a.key.compare(b.key) || byPublication(a.place, b.place);
  if (a.key || b.key) return a.key ? 1 : -1;
  return byPublication(a.place, b.place);
}

function byPublication(a: VersionPosition, b: VersionPosition): number {
  const apart = Number(a.publishedAt) - Number(b.publishedAt);
  return apart || (a.versionId < b.versionId ? -1 : Number(a.versionId > b.versionId));
}

/**
 * Returns whether a text is an npm version range. Callers limit its length: 80 characters take up
 * to one millisecond.
 */
export function isRange(text: string): boolean {
  return semver.validRange(text) !== null;
}
