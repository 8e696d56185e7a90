import { describe, expect, it } from 'vitest';
import {
  type Constraint,
  inRange,
  isWithin,
  type Reading,
  readingOf,
} from '../../../../src/modules/delivery/plans/solver/plan-file.js';

const read = (versionConstraint: string | null, reading: Reading = 'releases'): Constraint => ({
  versionConstraint,
  reading,
});

describe('prereleases in ranges', () => {
  it.each([
    ['2.0.0-beta.1', '^1.0.0', false],
    ['1.5.0-beta.1', '^1.0.0', false],
    ['1.5.0-beta.1', '*', false],
    ['1.5.0-beta.1', '>=1.5.0-alpha', true],
    ['1.6.0-beta.1', '>=1.5.0-alpha', false],
    ['1.5.0-beta.1', '1.5.0-beta.1', true],
    ['1.5.0', '>=1.5.0-alpha', true],
  ])('inRange(%s, %s) without prereleases is %s, as in npm', (version, range, satisfies) => {
    expect(inRange(version, read(range))).toBe(satisfies);
  });

  it('a prerelease satisfies a range like any other version if the plan accepts prereleases', () => {
    for (const range of ['^1.0.0', '*', '>=1.5.0-alpha', '1.x']) {
      expect(inRange('1.6.0-beta.1', read(range, 'prereleases'))).toBe(true);
    }
    expect(inRange('2.0.1-beta.1', read('^1.0.0', 'prereleases'))).toBe(false);
  });

  it('a missing constraint admits every version, including prereleases', () => {
    expect(inRange('1.5.0-beta.1', read(null))).toBe(true);
    expect(inRange('nightly', read(null))).toBe(true);
  });

  it('an embedded prerelease meets a range only if the range names it or the plan accepts prereleases', () => {
    const [beta, range] = ['1.4.0-beta.1', '^1.2.0'];
    expect(isWithin(read(beta), read(range))).toBe(false);
    expect(isWithin(read(beta), read('^1.4.0-beta.0'))).toBe(true);
    expect(isWithin(read(beta, 'prereleases'), read(range, 'prereleases'))).toBe(true);
  });
});

describe('a constraint that equals a published version string', () => {
  it('a published version string is exact unless it is a full semver version, which its builds also satisfy', () => {
    expect(readingOf('1.2', true, false)).toBe('exact');
    expect(readingOf('2024 build 5', true, true)).toBe('exact');
    expect(readingOf('1.2.0', true, false)).toBe('releases');
    expect(readingOf('1.2', false, true)).toBe('prereleases');
  });

  it('an exact constraint admits only this version, even if the text reads as a range', () => {
    expect(inRange('1.2', read('1.2', 'exact'))).toBe(true);
    expect(inRange('1.2.5', read('1.2', 'exact'))).toBe(false);
    expect(inRange('1.2.5', read('1.2'))).toBe(true);
  });

  it('an exact constraint lies within a range only if its own string satisfies the range', () => {
    expect(isWithin(read('1.2', 'exact'), read('1.2'))).toBe(true);
    expect(isWithin(read('1.2', 'exact'), read('1.x'))).toBe(false);
    expect(isWithin(read('1.2.3'), read('1.2', 'exact'))).toBe(false);
  });
});

describe('hostile constraints', () => {
  it.each([
    '１.０.０',
    '٩.x',
    '>=99999999999999999999',
    '^9007199254740991',
    '1.0.0\u0000',
    '[1,2)',
    '||||x y',
  ])('the hostile constraint %j admits no version but its own string', (range) => {
    for (const reading of ['releases', 'prereleases', 'exact'] as const) {
      expect(inRange('1.0.0', read(range, reading))).toBe(false);
      expect(inRange(range, read(range, reading))).toBe(true);
      expect(isWithin(read('1.0.0', reading), read(range, reading))).toBe(false);
    }
  });

  it('two pairs of texts with the same concatenation have separate results', () => {
    expect(inRange('1.0.0\n>=0', read('>=1'))).toBe(false);
    expect(inRange('1.0.0', read('>=0\n>=1'))).toBe(true);
  });
});
