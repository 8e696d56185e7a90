// npm run proofs [-- test files]: runs the tests of the API and records which test file proves
// - which listed response of the OpenAPI document
// - which other status and code of the registry, and the place where a client saw it (`Place` in
//   test/occurrences.ts)
// Files that did not run keep their proofs. Fails if a test fails, or if a response or code has no
// proof, but records the found proofs nevertheless.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, reportFailure, runBin } from './lib.mjs';

const PROOFS = 'test/contract/generated/proofs.json';

/** Tests that send the same requests in each run. Only they can be proofs. */
const STEADY = [
  'test/contract/',
  'test/oauth/',
  'test/routes/',
  'test/pages/forms.test.ts',
  'test/workers/publishing/scan-trouble.test.ts',
];
/** Files of `STEADY` with random requests, which are no proofs. */
const RANDOM = ['test/routes/catalog/catalog-validity.test.ts'];
// `npm test` has to run the file of a proof.
const isSteady = (file) =>
  existsSync(`${ROOT}/${file}`) &&
  STEADY.some((path) => file.startsWith(path)) &&
  !file.endsWith('.long.test.ts') &&
  !RANDOM.includes(file);

/**
 * The responses that each file saw, from the records of a run. A file that did not run keeps its
 * proofs.
 */
function seenByFile(folder) {
  const seen = new Map(Object.entries(JSON.parse(readFileSync(`${ROOT}/${PROOFS}`, 'utf8'))));
  for (const name of readdirSync(folder).filter((it) => it.endsWith('.jsonl'))) {
    const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
    for (const line of lines.map((text) => JSON.parse(text))) seen.set(line.file, line.seen);
  }
  return new Map([...seen].filter(([file]) => isSteady(file)));
}

/**
 * Assigns each wanted response to one file: `getMod 410 gone` by itself, and a status and code that
 * no operation lists by its occurrence at any place. The files with the most responses come first,
 * so that few are named.
 */
function proofsOf(wanted, seen) {
  const open = new Set(wanted);
  const proofs = {};
  const files = [...seen].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const pairOf = (response) => response.slice(response.indexOf(' ') + 1);
  for (const [file, own] of files) {
    const proven = own.filter((response) => open.delete(response) || open.delete(pairOf(response)));
    if (proven.length > 0) proofs[file] = proven.sort();
  }
  return { proofs: Object.fromEntries(Object.entries(proofs).sort()), unproven: [...open].sort() };
}

await reportFailure(() => {
  const folder = process.env.PROOFS_FOLDER ?? mkdtempSync(join(tmpdir(), 'modport-proofs-'));
  const files = process.argv.slice(2);
  const run = spawnSync(
    process.execPath,
    [`${ROOT}/node_modules/vitest/vitest.mjs`, 'run', ...(files.length > 0 ? files : STEADY)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, LONG_TESTS: '1', PROOFS_FOLDER: folder },
    },
  );
  const wanted = JSON.parse(readFileSync(join(folder, 'wanted.json'), 'utf8'));
  const { proofs, unproven } = proofsOf(wanted, seenByFile(folder));
  writeFileSync(`${ROOT}/${PROOFS}`, JSON.stringify(proofs));
  runBin('@biomejs/biome/bin/biome', ['format', '--write', PROOFS]);
  if (process.env.PROOFS_FOLDER === undefined) rmSync(folder, { recursive: true });
  for (const response of unproven) console.error(`no test provokes ${response}`);
  process.exitCode = run.status === 0 && unproven.length === 0 ? 0 : 1;
});
