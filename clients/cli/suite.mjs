// The tests of the command line: each command is a process of the bundled program.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCli } from './build.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** Null, or the reason why the tests cannot run here: Windows, or no `python3`. */
export function missing() {
  if (process.platform === 'win32') return 'the tests use POSIX signals and terminals';
  return spawnSync('python3', ['--version']).status === 0 ? null : 'python3 is not installed';
}

/**
 * Bundles the program, and runs its tests against the service of `MODPORT_TEST_FACTS` in `env`.
 * Returns how many passed and failed, and prints the names of skipped ones.
 */
export async function run(_facts, env) {
  await buildCli();
  const folder = mkdtempSync(join(tmpdir(), 'modport-cli-suite-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', '--config', `${FOLDER}/vitest.config.ts`];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const child = spawn(process.execPath, [VITEST, ...args, ...reporters], {
      cwd: FOLDER,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await once(child, 'exit');
    const {
      numPassedTests: passed,
      numFailedTests,
      numFailedTestSuites,
      testResults,
    } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { fullName, status } of testResults.flatMap((file) => file.assertionResults)) {
      if (status === 'skipped') console.log(`left out: ${fullName}`);
    }
    return { passed, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
