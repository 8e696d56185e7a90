import semver from 'semver';

/**
 * Returns whether a text is an npm version range. Takes up to one millisecond for 80 characters.
 */
export function isRange(text: string): boolean {
  return semver.validRange(text) !== null;
}
