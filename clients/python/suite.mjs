// The tests of the Python client: style, types, and pytest against the running service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin } from './environment.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const PROGRAMS = ['python', 'pytest', 'ruff', 'mypy', 'pyright'];

/** The environment that `run` needs; null if it has all programs. */
export function missing() {
  return PROGRAMS.every(bin)
    ? null
    : 'a virtual environment with .ci/clients/requirements.txt in PYTHON_CLIENTS';
}

/** Runs the checks, then the tests. Returns the numbers of tests; throws if a check fails. */
export async function run(_facts, env) {
  await checked('ruff', ['check', '--no-cache', '.'], env);
  await checked('ruff', ['format', '--check', '--no-cache', '.'], env);
  await checked('mypy', ['--no-incremental'], env);
  // Pyright would otherwise resolve imports in the Python of the PATH.
  await checked('pyright', ['--pythonpath', bin('python')], env);
  const folder = mkdtempSync(join(tmpdir(), 'modport-pytest-'));
  try {
    const report = join(folder, 'report.xml');
    const status = await ended('pytest', [`--junitxml=${report}`, `--basetemp=${folder}/t`], env);
    return countsIn(readFileSync(report, 'utf8'), status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A skipped test proves nothing, so it counts as failed. */
function countsIn(xml, status) {
  const of = (name) => Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(xml)?.[1]);
  const failed = of('failures') + of('errors') + of('skipped');
  return { passed: of('tests') - failed, failed: Math.max(failed, status === 0 ? 0 : 1) };
}

async function checked(program, args, env) {
  const status = await ended(program, args, env);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}

async function ended(program, args, env) {
  const child = spawn(bin(program), args, {
    cwd: HERE,
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  return status;
}
