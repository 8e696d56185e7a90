import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { ERRORS, type ErrorCode, errorRow, isErrorCode } from '../../src/registry/errors.js';

/** Files that name codes but never return them. */
const LISTS = [
  'src/registry/errors.ts',
  'src/registry/error-texts.ts',
  'rest-facade/routes/',
  'rest-facade/openapi/',
  'rest-facade/released/',
  'rest-facade/implied-errors.ts',
  'src/platform/database/generated/',
  'test/contract/facts.ts',
  'test/contract/occurrences.test.ts',
  'test/contract/matrix/',
  'test/registry/',
];

/** The OAuth library file with the codes that the issuer passes on. */
const OAUTH_LIBRARY = 'node_modules/oidc-provider/lib/helpers/errors.js';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function filesBelow(folder: string): SourceFile[] {
  const root = projectRoot();
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.ts') && !LISTS.some((list) => path.startsWith(list)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Whether a status of a code is not its first; the code must then request it by number. */
const isFurther = (code: ErrorCode, status: number) => errorRow(code).status[0] !== status;

/**
 * Whether a file returns a code with a status: it contains the code, and a status other than the
 * first near it.
 */
function answers({ text }: SourceFile, code: ErrorCode, status: number): boolean {
  const named = [...text.matchAll(new RegExp(`['"\`]${code}['"\`]|\\b${code}: `, 'g'))];
  if (!isFurther(code, status)) return named.length > 0;
  return named.some(({ index }) => text.slice(index, index + 160).includes(`status: ${status}`));
}

/** Whether a file expects a code with a status: both in one expression. */
function expects({ text }: SourceFile, code: ErrorCode, status: number): boolean {
  const named = [...text.matchAll(new RegExp(`\\b${code}\\b`, 'g'))];
  if (errorRow(code).status.length === 1) return named.length > 0;
  return named.some(({ index }) =>
    new RegExp(`\\b${status}\\b`).test(text.slice(Math.max(0, index - 80), index + 120)),
  );
}

const pairs = Object.keys(ERRORS)
  .filter(isErrorCode)
  .flatMap((code) => errorRow(code).status.map((status) => ({ code, status })));

describe('the codes and statuses of the registry', () => {
  const library = readFileSync(join(projectRoot(), OAUTH_LIBRARY), 'utf8');
  const sources = [
    ...['src', 'rest-facade', 'workers'].flatMap(filesBelow),
    { path: OAUTH_LIBRARY, text: library },
  ];
  const tests = filesBelow('test');

  it.each(pairs)('$code $status occurs in the product code', ({ code, status }) => {
    expect(sources.filter((file) => answers(file, code, status))).not.toEqual([]);
  });

  it.each(pairs)('$code $status has a test', ({ code, status }) => {
    expect(tests.filter((file) => expects(file, code, status))).not.toEqual([]);
  });
});
