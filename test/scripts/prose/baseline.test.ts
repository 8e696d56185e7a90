import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countsOf, lowered, readBaseline, writeBaseline } from '../../../scripts/prose/baseline.js';
import type { Finding } from '../../../scripts/prose/lint.js';
import { failureOf, remainder } from '../../../scripts/prose/report.js';
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

describe('the baseline', () => {
  test('numbers in the baseline never rise, and no file is added to it', () => {
    const baseline = { 'a.ts': 2, 'b.ts': 2, 'c.ts': 2, 'gone.ts': 2 };
    const counts = { 'a.ts': 3, 'b.ts': 2, 'c.ts': 1, 'new.ts': 1 };
    expect(lowered(baseline, counts)).toEqual({ 'a.ts': 2, 'b.ts': 2, 'c.ts': 1 });
  });

  test('the present numbers become the baseline if there was no baseline', () => {
    expect(lowered(null, { 'a.ts': 3 })).toEqual({ 'a.ts': 3 });
  });

  test('a file above its number fails with all of its findings', () => {
    const findings = [finding('a.ts', 3), finding('a.ts', 7), finding('b.ts', 1)];
    const failure = failureOf({ 'a.ts': 1, 'b.ts': 1 }, countsOf(findings), findings);
    const sentence =
      'Nobody reads reads reads reads reads reads reads reads reads reads reads reads r';
    expect(failure?.split('\n')).toEqual([
      'a.ts: 2 findings, 1 allowed',
      `  a.ts:3:1 unnamed-actor: ${sentence} … → name the actor`,
      `  a.ts:7:1 unnamed-actor: ${sentence} … → name the actor`,
      'npm run prose -- <paths> lists the findings of files and folders',
    ]);
  });

  test('a file at its number or below it passes', () => {
    const findings = [finding('a.ts', 3)];
    const counts = countsOf(findings);
    expect(failureOf({ 'a.ts': 1 }, counts, findings)).toBeNull();
    expect(failureOf({ 'a.ts': 2 }, counts, findings)).toBeNull();
  });

  test('a new file has to be free of findings', () => {
    const findings = [finding('new.ts', 3)];
    expect(failureOf({}, countsOf(findings), findings)).toContain('1 findings, 0 allowed');
  });

  test('a failure is cut after sixty lines and says so', () => {
    const findings = Array.from({ length: 80 }, (_, line) => finding('a.ts', line));
    const lines = failureOf({}, countsOf(findings), findings)?.split('\n') ?? [];
    expect(lines).toHaveLength(62);
    expect(lines[60]).toBe('… and 21 more lines');
  });

  test('the gate says what remains, and when a number can be lowered', () => {
    expect(remainder({ 'a.ts': 2, 'b.ts': 1 }, { 'a.ts': 1, 'b.ts': 1 })).toBe(
      'the baseline allows 3 findings in 2 files\n' +
        'files with fewer: 1; npm run check -- --write lowers their numbers',
    );
    expect(remainder({ 'a.ts': 2 }, { 'a.ts': 2 })).not.toContain('fewer');
    expect(remainder({}, {})).toBe('');
  });

  test('the file of the baseline is sorted, and read as it was written', () => {
    const path = join(temporaryFolder(), 'baseline.json');
    writeBaseline(path, { 'b.ts': 1, 'a.ts': 2 });
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a.ts": 2,\n  "b.ts": 1\n}\n');
    expect(readBaseline(path)).toEqual({ 'a.ts': 2, 'b.ts': 1 });
  });

  test('a missing baseline is null, a broken one is refused', () => {
    const path = join(temporaryFolder(), 'baseline.json');
    expect(readBaseline(path)).toBeNull();
    writeFileSync(path, '{ "a.ts": "many" }');
    expect(() => readBaseline(path)).toThrow('a.ts');
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
    expect(countsOf(findingsOf(root, files, lint))).toEqual({ 'a.md': 1, 'src/b.ts': 1 });
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
