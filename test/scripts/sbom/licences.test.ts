import { describe, expect, test } from 'vitest';
import type { Component } from '../../../scripts/sbom/bill.js';
import { isAllowed, licenceOf } from '../../../scripts/sbom/licences.js';
import { reportLicences } from '../../../scripts/sbom/report.js';

const packageWith = (name: string, licenses: Component['licenses']): Component => ({
  group: undefined,
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  ...(licenses === undefined ? {} : { licenses }),
});

describe('the rules for licences', () => {
  test.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', 'Apache-2.0 AND LGPL-3.0-or-later'])(
    'production may have the licence %s',
    (licence) => {
      expect(isAllowed(licence)).toBe(true);
    },
  );

  test.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', 'none', 'MIT OR ISC AND MIT'])(
    'production may not have the licence %s',
    (licence) => {
      expect(isAllowed(licence)).toBe(false);
    },
  );

  test('7-Zip has its real licence in place of the name of a file', () => {
    const text = 'SEE LICENSE IN License.txt';
    expect(licenceOf(packageWith('7z-wasm', [{ license: { name: text } }]))).toBe(
      'LGPL-2.1-or-later AND LicenseRef-unRAR',
    );
    expect(licenceOf(packageWith('other', [{ license: { name: text } }]))).toBe(text);
  });

  test('the report refuses a package without a licence and names it', () => {
    const { refused, markdown } = reportLicences([
      packageWith('good', [{ license: { id: 'MIT' } }]),
      packageWith('silent', undefined),
      packageWith('copyleft', [{ expression: 'AGPL-3.0-only' }]),
    ]);
    expect(refused).toEqual(['copyleft 1.0.0: AGPL-3.0-only', 'silent 1.0.0: none']);
    expect(markdown).toContain('| good | 1.0.0 | MIT |');
  });
});
