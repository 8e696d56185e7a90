import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { explainRange } from '../../dashboard/src/views/versions/ranges.js';

const NUMBERS = [0, 1, 2, 3];
const VERSIONS = NUMBERS.flatMap((major) =>
  NUMBERS.flatMap((minor) => NUMBERS.map((patch) => `${major}.${minor}.${patch}`)),
);

/** Whether the words for a constraint say that a version matches. */
function saysMatch(range: string, version: string): boolean {
  const { kind, from = '', below } = explainRange(range);
  if (kind === 'any') return true;
  if (kind === 'exact') return semver.eq(version, from);
  const lowest = semver.coerce(from) ?? '';
  return semver.gte(version, lowest) && (below === undefined || semver.lt(version, below));
}

describe('a version constraint in words', () => {
  it.each(['^1.2.3', '^0.2.3', '^0.0.3', '^1', '^0', '^0.2', '~1.2.3', '~1.2', '~1', '~0'])(
    'the bounds of %s are those of npm',
    (range) => {
      const { kind, below = '' } = explainRange(range);
      expect(kind).toBe('between');
      const upper = new semver.Range(range).set[0]?.at(-1);
      expect(upper?.semver.version.replace(/-0$/, '')).toBe(below);
    },
  );

  it.each([
    ['', 'any'],
    ['*', 'any'],
    ['X', 'any'],
    ['1.2.3', 'exact'],
    ['=1.2.3', 'exact'],
    ['v1.2.3', 'exact'],
    ['1', 'between'],
    ['1.2', 'between'],
    ['=1.2', 'between'],
    ['v1.2', 'between'],
    ['0.0', 'between'],
    ['1.x', 'between'],
    ['1.x.x', 'between'],
    ['1.2.x', 'between'],
    ['1.2.*', 'between'],
    ['^1.2', 'between'],
    ['^1.x', 'between'],
    ['^0.x', 'between'],
    ['^0.0', 'between'],
    ['~1', 'between'],
    ['~1.2.x', 'between'],
    ['>=1', 'from'],
    ['>= 1.2.x', 'from'],
  ])('the words for "%s" are of the kind %s, and match the versions of npm', (range, kind) => {
    expect(explainRange(range).kind).toBe(kind);
    const said = VERSIONS.filter((version) => saysMatch(range, version));
    expect(said).toEqual(VERSIONS.filter((version) => semver.satisfies(version, range)));
    expect(said).not.toEqual([]);
  });

  it.each(['1.2-beta', '2024.01', '2024.01.05'])(
    'the constraint "%s", which is no range of npm, is only the version of that name',
    (name) => {
      expect(semver.validRange(name)).toBeNull();
      expect(explainRange(name)).toEqual({ kind: 'exact', from: name });
    },
  );

  it.each([
    '>= 1.2.0 <2',
    '>=1 <2',
    '1 - 2',
    '1 || 2',
    '<2',
    '1.x.3',
    '1.2.x.x',
    '^1.2-beta',
    '~2024.01',
    '1.2.x-beta',
    'release-7',
  ])('the constraint "%s" gets no words that could be wrong', (range) => {
    expect(explainRange(range).kind).toBe('other');
  });
});
