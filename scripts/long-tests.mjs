// The test files with parts that only `npm run test:long` runs: those that import test/rounds.ts,
// directly or through another file of test/, and the files *.long.test.ts. As a program, it prints
// their paths.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isMain, ROOT } from './lib.mjs';

const ROUNDS = 'test/rounds.ts';
const IMPORTED = /\bfrom '(\.{1,2}\/[^']+)\.js'/g;

/** The paths of the test files with long parts, relative to the project root. */
export function longTestFiles(root = ROOT) {
  const imports = new Map(
    readdirSync(join(root, 'test'), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('test', name))
      .map((file) => [file, importsOf(root, file)]),
  );
  const whole = [...imports.keys()].filter((file) => file.endsWith('.long.test.ts'));
  const found = new Set([ROUNDS, ...whole]);
  // A set visits what is added while it is visited.
  for (const target of found) {
    for (const [file, targets] of imports) if (targets.includes(target)) found.add(file);
  }
  return [...found].filter((file) => file.endsWith('.test.ts')).sort();
}

function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const targets = [...text.matchAll(IMPORTED)].map(([, path]) => `${path}.ts`);
  return targets.map((path) =>
    relative(root, join(root, dirname(file), path)).replaceAll('\\', '/'),
  );
}

if (isMain(import.meta.url)) console.log(longTestFiles().join('\n'));
