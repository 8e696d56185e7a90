// npm run test:clients: generates clients from the OpenAPI document with common generators, and
// compiles or imports them. A warning of a generator is a failure. The Python client needs the
// folder of a virtual environment with .ci/clients/requirements.txt in PYTHON_CLIENTS. Without it
// that client is skipped; with CI=true that is a failure.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failed, ROOT, reportFailure } from './lib.mjs';

const DOCUMENT = `${ROOT}/rest-facade/generated/openapi.json`;
const PROGRAMS = `${ROOT}/.ci/clients`;

/** Runs a program; throws Failed with its output if it fails or warns. */
function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    ...options,
  });
  const said = `${stdout ?? ''}${stderr ?? ''}`;
  const isQuiet = !/⚠|\bwarn(ing)?s?\b/i.test(said);
  if (status === 0 && isQuiet) return said.trim();
  throw new Failed(`${command} ${args.join(' ')} failed or warned\n${said}${error ?? ''}`);
}

function typescriptClient(folder) {
  const types = join(folder, 'api.ts');
  run(process.execPath, [
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
  run(process.execPath, args, { cwd: folder });
  console.log('openapi-typescript: no warnings, and the program compiles');
}

function pythonClient(folder, environment) {
  const bin = join(environment, 'bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  run(
    join(bin, 'openapi-python-client'),
    [
      'generate',
      '--path',
      DOCUMENT,
      '--config',
      `${PROGRAMS}/python.yml`,
      '--meta',
      'none',
      '--output-path',
      join(folder, 'client'),
      '--fail-on-warning',
    ],
    { env },
  );
  const said = run(join(bin, 'python'), ['-W', 'error', `${PROGRAMS}/program.py`, folder], { env });
  console.log(`openapi-python-client: no warnings, and it imports: ${said}`);
}

const folder = mkdtempSync(join(tmpdir(), 'modport-clients-'));
// `reportFailure` ends the process.
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await reportFailure(async () => {
  typescriptClient(folder);
  const environment = process.env.PYTHON_CLIENTS;
  if (environment) pythonClient(folder, environment);
  else if (process.env.CI === 'true') throw new Failed('with CI=true PYTHON_CLIENTS is needed');
  else console.log('left out: openapi-python-client, without PYTHON_CLIENTS');
});
