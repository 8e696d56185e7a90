import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error A script in plain JavaScript.
import { longArguments } from '../../scripts/long-arguments.mjs';
import { projectRoot } from '../../src/platform/release.js';

const root = projectRoot();
const listed = execFileSync(process.execPath, ['scripts/long-tests.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** The files of test/ that contain a text, except this one. */
const filesWith = (text: string): string[] =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('long-tests.test.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(text));

describe('npm run test:long', () => {
  it('npm run test:long runs every test file that imports test/rounds.ts', () => {
    const importing = filesWith("/rounds.js'").filter((file) => file.endsWith('.test.ts'));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((file) => !listed.includes(file))).toEqual([]);
  });

  it('npm run test:long runs a test file whose helpers import test/rounds.ts', () => {
    expect(filesWith("/rounds.js'")).toContain('test/contract/matrix/cells/bodies.ts');
    expect(listed).toContain('test/contract/matrix/matrix.test.ts');
  });

  it('npm run test:long runs the files that npm test leaves out completely', () => {
    expect(listed).toContain('test/service/lost-response.long.test.ts');
  });

  it('npm run test:long runs no test file without long parts', () => {
    expect(listed).not.toContain('test/config/config.test.ts');
    expect(listed.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
  });

  it.each([[['-t', 'test/routes']], [['--reporter', 'dot', '--bail=1']], [[]]])(
    'npm run test:long takes no value of an option for a file: %j',
    (given) => {
      expect(longArguments(given)).toEqual(['run', ...listed, ...given]);
    },
  );

  it.each([[['test/config/config.test.ts', '-t', 'x']], [['--bail', '1', 'matrix']]])(
    'npm run test:long runs only the named files: %j',
    (given) => {
      expect(longArguments(given)).toEqual(['run', ...given]);
    },
  );

  it('npm run test:services runs all cases, because npm run test:long has no services', () => {
    const script = readFileSync(join(root, 'scripts/test-services.mjs'), 'utf8');
    expect(script).toContain("process.env.LONG_TESTS = '1'");
  });

  it('test/rounds.ts alone knows which of the two commands runs', () => {
    expect(filesWith('LONG_TESTS')).toEqual(['test/rounds.ts']);
  });
});
