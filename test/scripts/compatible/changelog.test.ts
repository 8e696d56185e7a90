import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changelogProblems } from '../../../scripts/compatible/changelog.js';
import { projectRoot } from '../../../src/platform/release.js';

const GOOD = `# Changelog

## Unreleased

### Security

- One hole less.

## 1.1.0

### Additive

- More.

## 1.0.0

### Breaking

- Other.
`;

describe('the changelog', () => {
  test('the changelog of this project is valid', () => {
    expect(changelogProblems(readFileSync(join(projectRoot(), 'CHANGELOG.md'), 'utf8'))).toEqual(
      [],
    );
  });

  test('a changelog may have several versions and nothing unreleased', () => {
    expect(changelogProblems(GOOD)).toEqual([]);
    expect(changelogProblems(GOOD.replace('### Security\n\n- One hole less.\n', ''))).toEqual([]);
  });

  test.each([
    ['an unknown class', '### Additive', '### Added', '1.1.0: "Added" is none of'],
    ['an entry without a class', '### Additive\n', '', '1.1.0: an entry has no class'],
    ['a class without an entry', '- More.', '', '1.1.0: "Additive" is empty'],
    ['a class twice', '- More.', '- More.\n\n### Additive\n\n- And more.', 'occurs twice'],
    ['a break in a minor version', '### Additive', '### Breaking', 'needs a new major version'],
    ['a heading that is not a version', '## 1.1.0', '## Next', '"Next" is no version'],
    ['versions out of order', '## 1.1.0', '## 0.9.0', '1.0.0 follows an older version'],
    ['a version twice', '## 1.1.0', '## 1.0.0', '1.0.0 follows an older version, or occurs twice'],
    [
      'a missing section Unreleased',
      '## Unreleased\n\n### Security\n\n- One hole less.\n\n',
      '',
      'first section is Unreleased',
    ],
  ])('the changelog check refuses %s', (_what, from, to, said) => {
    expect(changelogProblems(GOOD.replace(from, to)).join('\n')).toContain(said);
  });
});
