import type { Component } from './bill.js';

/**
 * The licences that production may have, as SPDX identifiers. A program may link to those of the
 * LGPL.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'EPL-2.0',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'LicenseRef-unRAR',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
]);

/**
 * Packages whose declared licence is no SPDX expression, by name and text, and the licence that
 * they have.
 */
const CORRECTIONS: Readonly<Record<string, string>> = {
  // The restriction forbids only a program that makes RAR archives.
  '7z-wasm: SEE LICENSE IN License.txt': 'LGPL-2.1-or-later AND LicenseRef-unRAR',
  '@visx/vendor: MIT and ISC': 'MIT AND ISC',
};

/**
 * Returns the licence of a component as an SPDX expression, as declared or corrected. Joins several
 * by AND. Returns null if the component declares no licence.
 */
export function licenceOf({ name, licenses }: Component): string | null {
  const declared = (licenses ?? []).map((each) =>
    'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? ''),
  );
  if (declared.length === 0 || declared.includes('')) return null;
  const text = declared.join(' AND ');
  return CORRECTIONS[`${name}: ${text}`] ?? text;
}

/**
 * Whether a licence expression is allowed: all of its licences if AND joins them, or one of them if
 * OR does. Returns false for an expression with both AND and OR.
 */
export function isAllowed(licence: string): boolean {
  const terms = licence.replace(/[()]/g, '').split(/ (AND|OR) /);
  const operators = new Set(terms.filter((_, at) => at % 2 === 1));
  const names = terms.filter((_, at) => at % 2 === 0);
  if (operators.size > 1) return false;
  const isGood = (name: string) => ALLOWED.has(name);
  return operators.has('OR') ? names.some(isGood) : names.every(isGood);
}
