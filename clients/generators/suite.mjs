// Checks common generators with the API document: the TypeScript types compile with a program, the
// Python client imports, and the C# models have no invented names. A warning of a generator is a
// failure, except for the unavoidable ones of OpenAPI Generator. The suite needs no service.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(PROGRAMS));
const DOCUMENT = `${ROOT}/rest-facade/generated/openapi.json`;

export const needsService = false;

/** The reason why the suite cannot run, or null. */
export function missing() {
  const { PYTHON_CLIENTS, OPENAPI_GENERATOR_JAR } = process.env;
  if (!PYTHON_CLIENTS) return 'PYTHON_CLIENTS names no virtual environment';
  return OPENAPI_GENERATOR_JAR ? null : 'OPENAPI_GENERATOR_JAR names no OpenAPI Generator';
}

/**
 * Generates and checks every client. Returns the number of generators as `passed`, and 0 as
 * `failed`: throws if one fails or warns.
 */
export async function run(_facts, env) {
  const checks = [typescriptClient, pythonClient, csharpModels];
  const folder = mkdtempSync(join(tmpdir(), 'modport-generators-'));
  try {
    for (const check of checks) check(folder, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { passed: checks.length, failed: 0 };
}

// The generator warns about every document in OpenAPI 3.1, and every schema that allows or forbids
// further members of an object.
const UNAVOIDABLE = /OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null/;

/** Names that OpenAPI Generator invents for schemas without a name. */
const INVENTED = /Inline|Inner|AllOf|AnyOf|OneOf|Request\d|Response\d|_/;

function csharpModels(folder, { OPENAPI_GENERATOR_JAR: jar }) {
  const out = join(folder, 'csharp');
  const only = 'models,modelDocs=false,modelTests=false,supportingFiles=false';
  const args = ['-i', DOCUMENT, '-g', 'csharp', '-o', out, '--global-property', only];
  const { status, stdout, stderr, error } = spawnSync('java', ['-jar', jar, 'generate', ...args], {
    encoding: 'utf8',
  });
  const warnings = `${stdout ?? ''}${stderr ?? ''}`
    .split('\n')
    .filter((line) => /\b(WARN|ERROR)\b/.test(line) && !UNAVOIDABLE.test(line));
  if (status !== 0 || warnings.length > 0) {
    throw new Error(['openapi-generator failed or warned', ...warnings, error ?? ''].join('\n'));
  }
  const models = readdirSync(out, { recursive: true }).filter((path) => /Model.*\.cs$/.test(path));
  const invented = models.filter((path) => INVENTED.test(basename(path)));
  if (models.length < 100 || invented.length > 0) {
    throw new Error(`openapi-generator made ${models.length} models; invented: ${invented}`);
  }
  console.log(`openapi-generator: no warnings, and no invented name in ${models.length} models`);
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
