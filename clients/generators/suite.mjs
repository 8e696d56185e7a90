// Clients that common generators make of the API document compile or import. A warning of a
// generator is a failure. The service is not needed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(PROGRAMS));
const DOCUMENT = `${ROOT}/rest-facade/generated/openapi.json`;

export const needsService = false;

/** The reason why the suite cannot run, or null. */
export function missing() {
  return process.env.PYTHON_CLIENTS ? null : 'PYTHON_CLIENTS names no virtual environment';
}

/** Generates every client; returns the counts of the generators. Throws if one fails or warns. */
export async function run(_facts, env) {
  const checks = [typescriptClient, pythonClient];
  const folder = mkdtempSync(join(tmpdir(), 'modport-generators-'));
  try {
    for (const check of checks) check(folder, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { passed: checks.length, failed: 0 };
}

/** Runs a program; throws with its output if it fails or warns. */
function execute(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    ...options,
  });
  const said = `${stdout ?? ''}${stderr ?? ''}`;
  const isQuiet = !/⚠|\bwarn(ing)?s?\b/i.test(said);
  if (status === 0 && isQuiet) return said.trim();
  throw new Error(`${command} ${args.join(' ')} failed or warned\n${said}${error ?? ''}`);
}

function typescriptClient(folder) {
  const types = join(folder, 'api.ts');
  execute(process.execPath, [
    `${ROOT}/node_modules/openapi-typescript/bin/cli.js`,
    DOCUMENT,
    '--output',
    types,
  ]);
  copyFileSync(`${PROGRAMS}/program.ts`, join(folder, 'program.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modern = ['--noEmit', '--target', 'ES2022', '--module', 'NodeNext'];
  const args = [`${ROOT}/node_modules/typescript/bin/tsc`, ...strict, ...modern, 'program.ts'];
  // In another folder, because tsc would include the type packages of this project.
  execute(process.execPath, args, { cwd: folder });
  console.log('openapi-typescript: no warnings, and the program compiles');
}

function pythonClient(folder, variables) {
  const bin = join(variables.PYTHON_CLIENTS, 'bin');
  const env = { ...variables, PATH: `${bin}:${variables.PATH}` };
  const config = ['--config', `${PROGRAMS}/python.yml`, '--meta', 'none', '--fail-on-warning'];
  const out = ['--output-path', join(folder, 'client')];
  execute(join(bin, 'openapi-python-client'), ['generate', '--path', DOCUMENT, ...config, ...out], {
    env,
  });
  const said = execute(join(bin, 'python'), ['-W', 'error', `${PROGRAMS}/program.py`, folder], {
    env,
  });
  console.log(`openapi-python-client: no warnings, and it imports: ${said}`);
}
