import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdictOf } from '../archives/inspect.js';
import { TOOLS } from './rows.js';
import { writeSample } from './sample.js';

const PROGRAMS = new URL('programs', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'modport-tools-'));
const folder = join(work, 'mod');

beforeAll(() => writeSample(folder));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs a command of bash in the folder of the sample. */
function run(command: string, variables: NodeJS.ProcessEnv = {}) {
  return spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      PYTHON: process.env.PYTHON ?? 'python3',
      CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? join(work, 'cargo'),
      ...variables,
      PROGRAMS,
    },
  });
}

describe.each(TOOLS)('archives of $tool', ({ installed, modes }) => {
  test('the tool is installed on this machine', () => {
    const { status, stdout, stderr } = run(installed);
    expect(status, stdout + stderr).toBe(0);
  });

  test.each(modes.map((row) => ({ ...row, expected: row.refused ?? 'clean' })))(
    'the archive is $expected: $mode',
    async ({ extension = 'zip', command, expected }) => {
      const file = join(work, `mod.${extension}`);
      rmSync(file, { force: true });
      const { status, stdout, stderr } = run(command, { OUT: file });
      expect(status, stdout + stderr).toBe(0);
      expect(
        await verdictOf(readFileSync(file), {
          filename: `mod.${extension}`,
          contentType: null,
        }),
      ).toBe(expected);
    },
  );
});
