import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { explainRange } from '../../dashboard/src/views/versions/ranges.js';

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
    ['1.2.3', 'exact'],
    ['>=1.2', 'from'],
    ['>= 1.2.0 <2', 'other'],
    ['1 || 2', 'other'],
    ['release-7', 'other'],
  ])('the constraint "%s" is of the kind %s', (range, kind) => {
    expect(explainRange(range).kind).toBe(kind);
  });
});
