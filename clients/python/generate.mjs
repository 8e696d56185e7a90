// Generates the operations and models of the Python client from the OpenAPI document.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin } from './environment.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** The transport sends these headers itself. */
const IDENTITY = new Set(['User-Agent', 'X-Service-Client', 'X-Service-Client-Version']);

/** The generator with its version. */
export const generator = 'openapi-python-client@0.29.0';

/** The folder of the generated layer. */
export const folder = 'src/modport/generated';

/** The environment that `generate` needs; null if it has all programs. */
export function missing() {
  return bin('openapi-python-client') && bin('ruff')
    ? null
    : 'a virtual environment with .ci/clients/requirements.txt in PYTHON_CLIENTS';
}

/**
 * Writes the generated layer of the document to `outFolder`. Throws if the generator fails or
 * warns.
 */
export async function generate(documentPath, outFolder) {
  const work = mkdtempSync(join(tmpdir(), 'modport-python-'));
  try {
    const document = join(work, 'openapi.json');
    const prepared = prepare(JSON.parse(readFileSync(documentPath, 'utf8')));
    writeFileSync(document, JSON.stringify(prepared));
    run('openapi-python-client', [
      'generate',
      `--path=${document}`,
      `--config=${join(HERE, 'generator.yml')}`,
      `--custom-template-path=${join(HERE, 'templates')}`,
      '--meta=none',
      `--output-path=${outFolder}`,
      '--overwrite',
      '--fail-on-warning',
    ]);
    // The transport of the client replaces them.
    for (const file of ['client.py', 'errors.py']) rmSync(join(outFolder, file), { force: true });
    rmSync(join(outFolder, '.ruff_cache'), { recursive: true, force: true });
    const config = ['--config', join(HERE, 'pyproject.toml'), '--no-cache'];
    run('ruff', ['check', ...config, '--select', 'I,F401', '--fix-only', '--quiet', outFolder]);
    run('ruff', ['format', ...config, '--quiet', outFolder]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(program, args) {
  const path = bin(program);
  if (path === null) throw new Error(`missing: ${missing()}`);
  const env = { ...process.env, PATH: `${dirname(path)}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${program} failed\n${stdout}${stderr}`);
}

/**
 * The document without error responses, which the transport turns into `ProblemError`, without
 * the headers of the identity, and without schemas that no operation or webhook uses then.
 */
function prepare(document) {
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) prepareOperation(path[method], document);
  }
  keepReachable(document);
  return document;
}

function prepareOperation(operation, document) {
  const named = (it) => (it.$ref ? document.components.parameters[it.$ref.split('/').pop()] : it);
  operation.parameters = operation.parameters?.filter((it) => !IDENTITY.has(named(it).name)) ?? [];
  const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
  operation.responses = Object.fromEntries(successes);
}

function keepReachable(document) {
  const { schemas } = document.components;
  const reached = new Set();
  const visit = (value) => {
    if (value === null || typeof value !== 'object') return;
    const name = typeof value.$ref === 'string' ? value.$ref.split('/schemas/')[1] : undefined;
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit([document.paths, document.webhooks]);
  for (const name of Object.keys(schemas)) if (!reached.has(name)) delete schemas[name];
  delete document.components.responses;
}
