import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { sourceFiles } from '../source-files.js';

const root = projectRoot();
const FOLDERS = [
  'bench',
  'clients',
  'dashboard',
  'rest-facade',
  'scripts',
  'src',
  'test',
  'workers',
];

/** The sources that may spread a literal, as pairs of path and text. */
function candidates(): [path: string, text: string][] {
  return sourceFiles(FOLDERS, /\.(?:ts|tsx|mjs)$/)
    .map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')])
    .filter(([, text]) => /\.\.\.\(*[[{]/.test(text));
}

/** The lines of a file on which a literal spreads another one. */
function spreadsIn([path, text]: [path: string, text: string]): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isSpreadLiteral(node)) {
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isSpreadLiteral(node: ts.Node): boolean {
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)) {
    return ts.isArrayLiteralExpression(inner(node.expression));
  }
  return ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(inner(node.expression));
}

/** The expression without parentheses and without a stated type. */
function inner(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
  return isWrapped ? inner(node.expression) : node;
}

test('no array or object spreads a literal only to break its lines', () => {
  expect(candidates().flatMap(spreadsIn)).toEqual([]);
});
