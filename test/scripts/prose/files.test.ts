import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../scripts/prose/lint.js';
import { failureOf } from '../../../scripts/prose/report.js';
import { filesOf, findingsOf, selected } from '../../../scripts/prose/tree.js';
import { lint } from './lint.js';

const finding = (path: string, line: number): Finding => ({
  path,
  line,
  column: 1,
  rule: 'unnamed-actor',
  sentence: `Nobody ${'reads '.repeat(20)}it.`,
  hint: 'name the actor',
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'modport-prose-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the gate', () => {
  test('a finding fails with its place, rule, sentence and hint', () => {
    const sentence =
      'Nobody reads reads reads reads reads reads reads reads reads reads reads reads r';
    expect(failureOf([finding('a.ts', 3), finding('b.ts', 7)])?.split('\n')).toEqual([
      `a.ts:3:1 unnamed-actor: ${sentence} … → name the actor`,
      `b.ts:7:1 unnamed-actor: ${sentence} … → name the actor`,
      'npm run prose -- <paths> lists the findings of files and folders',
    ]);
  });

  test('a project without a finding passes', () => {
    expect(failureOf([])).toBeNull();
  });

  test('a failure is cut after sixty findings and names how many follow', () => {
    const findings = Array.from({ length: 80 }, (_, line) => finding('a.ts', line));
    const lines = failureOf(findings)?.split('\n') ?? [];
    expect(lines).toHaveLength(62);
    expect(lines[60]).toBe('… and 20 more findings');
  });
});

describe('the files', () => {
  test('the gate reads tracked and new files in one order, and no ignored or deleted ones', () => {
    const root = temporaryFolder();
    const git = (...args: string[]) => expect(spawnSync('git', args, { cwd: root }).status).toBe(0);
    mkdirSync(join(root, 'src'));
    for (const path of ['src/b.ts', 'gone.ts', 'ignored.ts', 'schema.graphql', 'a.png']) {
      writeFileSync(join(root, path), '// Nobody reads it.\n');
    }
    writeFileSync(join(root, '.gitignore'), 'ignored.ts\n');
    git('init', '--quiet');
    git('add', '.');
    rmSync(join(root, 'gone.ts'));
    writeFileSync(join(root, 'a.md'), 'Nobody reads it.\n');
    const files = filesOf(root);
    expect(files).toEqual(['a.md', 'src/b.ts']);
    expect(findingsOf(root, files, lint).map(({ path }) => path)).toEqual(files);
  });

  test('paths select files, and folders all files in them', () => {
    const files = ['a.ts', 'src/a.ts', 'src/b/c.ts', 'src2/a.ts'];
    expect(selected(files, ['./src/', 'a.ts'])).toEqual(['a.ts', 'src/a.ts', 'src/b/c.ts']);
    expect(selected(files, ['.'])).toEqual(files);
    expect(selected(files, ['gone.ts'])).toEqual([]);
  });

  test('a folder without git is an error', () => {
    expect(() => filesOf(temporaryFolder())).toThrow('git ls-files');
  });
});
