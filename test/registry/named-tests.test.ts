import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';

const root = projectRoot();
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path));

/** Whether a path is a folder, a file, or the start of the name of one: `test/oauth/tokens`. */
function exists(path: string): boolean {
  const full = join(root, path);
  if (existsSync(full)) return true;
  const folder = dirname(full);
  return (
    existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`${basename(full)}.`))
  );
}

test.each([...documents, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
  '%s names only tests that exist',
  (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  },
);
