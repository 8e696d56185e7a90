import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { sourceFiles } from '../source-files.js';

/** Longer files have more than one subject. */
const MOST_LINES = 299;

/** The lines of a file that ends with a line break. */
function linesOf(path: string): number {
  return readFileSync(join(projectRoot(), path), 'utf8').split('\n').length - 1;
}

test(`test files have fewer than ${MOST_LINES + 1} lines`, () => {
  const files = sourceFiles(['test', 'clients'], /\.(?:test|browser)\.tsx?$/);
  expect(files.length).toBeGreaterThan(500);
  const long = files.map((path) => `${path}: ${linesOf(path)}`);
  expect(long.filter((file) => Number(file.split(': ')[1]) > MOST_LINES)).toEqual([]);
});
