import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { sourceFiles } from '../source-files.js';

/** Longer functions contain a second idea. */
const MOST_LINES = 39;

/** The sources that are long enough for a long function, as pairs of path and text. */
function candidates(): [path: string, text: string][] {
  return sourceFiles(['src', 'rest-facade', 'workers', 'scripts'], /\.(?:ts|mjs)$/)
    .filter((path) => !path.includes('/generated/'))
    .map((path): [string, string] => [path, readFileSync(join(projectRoot(), path), 'utf8')])
    .filter(([, text]) => text.split('\n').length > MOST_LINES);
}

/** The long functions of a file with their lines, from the signature to the closing brace. */
function longFunctions([path, text]: [path: string, text: string]): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = lineOf(node.getStart(file));
      const lines = lineOf(node.end) - first + 1;
      if (lines > MOST_LINES) found.push(`${path}:${first}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The test parses every source, which takes a busy machine more than the usual limit. */
const PARSE_LIMIT_MS = 60_000;

test(
  `functions have fewer than ${MOST_LINES + 1} lines`,
  () => {
    const files = candidates();
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(longFunctions)).toEqual([]);
  },
  PARSE_LIMIT_MS,
);
