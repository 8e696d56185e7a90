import { LRUCache } from 'lru-cache';
import semver from 'semver';

/**
 * Range operations, each done once for the same texts. The solver asks the same questions thousands
 * of times, and one of them can take a millisecond. The caches live as long as the thread and are
 * bounded: texts have at most 80 characters.
 */
const ENTRIES = 50_000;

/** A cached function of texts. */
function memoized<T>(work: (a: string, b: string) => T) {
  const known = new LRUCache<string, { readonly result: T }>({ max: ENTRIES });
  return (a: string, b: string): T => {
    const key = `${a}\n${b}`;
    const found = known.get(key);
    if (found) return found.result;
    const result = work(a, b);
    known.set(key, { result });
    return result;
  };
}

const parsed = memoized((version) => semver.parse(version));

const satisfies = memoized(
  (version, range) =>
    parsed(version, '') !== null && semver.satisfies(version, range, { includePrerelease: true }),
);

const contains = memoized((wide, narrow) => {
  const isRange = semver.validRange(narrow) !== null && semver.validRange(wide) !== null;
  return isRange ? semver.subset(narrow, wide) : narrow === wide;
});

/** Whether a version is in a range. A version string that is not semver is matched exactly (decisions, Catalog). */
export function inRange(version: string, range: string | null): boolean {
  return !range || version === range || satisfies(version, range);
}

/** Whether all of a range lies in another; null is every version. */
export function isWithin(narrow: string | null, wide: string | null): boolean {
  return narrow === null || wide === null || contains(wide, narrow);
}

/** Whether a version string is semver. */
export function isSemver(version: string): boolean {
  return parsed(version, '') !== null;
}

/** Orders values by their version strings, the newest first; null if one of these is not semver. */
export function newestFirst<T extends { readonly version: string }>(
  values: readonly T[],
): T[] | null {
  const keyed: { value: T; key: semver.SemVer }[] = [];
  for (const value of values) {
    const key = parsed(value.version, '');
    if (!key) return null;
    keyed.push({ value, key });
  }
  return keyed.sort((a, b) => b.key.compare(a.key)).map(({ value }) => value);
}

/** Compares two semver versions: positive if the first is newer. */
export function compareSemver(a: string, b: string): number {
  const [first, second] = [parsed(a, ''), parsed(b, '')];
  return first && second ? first.compare(second) : 0;
}
