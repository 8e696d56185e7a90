// npm run proofs [-- test files]: runs the tests of the API and records which test file proves
// which listed response of the OpenAPI document. Files that did not run keep their proofs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codegen } from './codegen.mjs';
import { ROOT, reportFailure, runBin } from './lib.mjs';

const PROOFS = 'test/contract/generated/proofs.json';

/** Folders with tests that send the same requests in each run, and a file with random requests. */
const FOLDERS = ['test/contract/', 'test/oauth/', 'test/routes/'];
const RANDOM = ['test/routes/catalog-validity.test.ts'];
const isSteady = (file) =>
  FOLDERS.some((folder) => file.startsWith(folder)) &&
  !file.endsWith('.model.test.ts') &&
  !RANDOM.includes(file);

function listed() {
  const { paths } = JSON.parse(readFileSync(`${ROOT}/rest-facade/generated/openapi.json`, 'utf8'));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const problem = content?.['application/problem+json'];
      const codes = problem?.schema.allOf[1].properties.code.enum ?? [null];
      return codes.map((code) => [operationId, status, code].filter(Boolean).join(' '));
    }),
  );
}

/**
 * The responses that each file saw, from the records of a run. A file that did not run keeps its
 * proofs.
 */
function seenByFile(folder) {
  const seen = new Map(Object.entries(JSON.parse(readFileSync(`${ROOT}/${PROOFS}`, 'utf8'))));
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
    for (const line of lines.map((text) => JSON.parse(text))) seen.set(line.file, line.seen);
  }
  return new Map([...seen].filter(([file]) => isSteady(file)));
}

/**
 * Assigns each response to one file. The files with the most responses come first, so that few are
 * named.
 */
export function proofsOf(responses, seen) {
  const open = new Set(responses);
  const proofs = {};
  const files = [...seen].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  for (const [file, own] of files) {
    const proven = own.filter((response) => open.delete(response));
    if (proven.length > 0) proofs[file] = proven.sort();
  }
  return { proofs: Object.fromEntries(Object.entries(proofs).sort()), unproven: [...open].sort() };
}

await reportFailure(async () => {
  await codegen();
  const folder = process.env.PROOFS_FOLDER ?? mkdtempSync(join(tmpdir(), 'modport-proofs-'));
  const files = process.argv.slice(2);
  const run = spawnSync(
    process.execPath,
    [`${ROOT}/node_modules/vitest/vitest.mjs`, 'run', ...(files.length > 0 ? files : FOLDERS)],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PROOFS_FOLDER: folder } },
  );
  const { proofs, unproven } = proofsOf(listed(), seenByFile(folder));
  writeFileSync(`${ROOT}/${PROOFS}`, JSON.stringify(proofs));
  runBin('@biomejs/biome/bin/biome', ['format', '--write', PROOFS]);
  if (process.env.PROOFS_FOLDER === undefined) rmSync(folder, { recursive: true });
  for (const response of unproven) console.error(`no test provokes ${response}`);
  process.exitCode = run.status === 0 && unproven.length === 0 ? 0 : 1;
});
