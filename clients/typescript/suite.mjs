// Runs the tests of this client by Vitest, in processes of their own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));

/** Why the suite cannot run here, or null. The tests of the browser bundle need Chromium. */
export function missing() {
  const { CHROMIUM_PATH: path } = process.env;
  return path && existsSync(path) ? null : 'CHROMIUM_PATH names no Chromium';
}

/** Runs every test and returns the counts. Throws if Vitest wrote no report. */
export async function run(_facts, env) {
  const folder = mkdtempSync(join(tmpdir(), 'modport-ts-suite-'));
  const report = join(folder, 'report.json');
  try {
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', HERE];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    spawnSync(process.execPath, [...args, ...reporters], { cwd: HERE, env, stdio: 'inherit' });
    if (!existsSync(report)) throw new Error('Vitest wrote no report');
    const {
      numPassedTests: passed,
      numFailedTests,
      numFailedTestSuites,
      success,
    } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed, failed: success ? 0 : Math.max(1, numFailedTests, numFailedTestSuites) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
