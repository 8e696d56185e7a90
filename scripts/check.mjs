// `npm run check`: every gate that a change must pass. If one fails, the others still run, except
// those that need the build if it failed. The gates:
// - `types`, and `other types` of the clients and the dashboard
// - `build`, and after it `generated` files, `compatible` (the released API document, migrations
//   and the changelog), `prose`, and `migrations` (no migration is missing)
// - `style`, `imports`, the layers of `clients`, `unused` code, and `contract` (docs/contract)
// `npm run check -- --write`: updates the generated files and the formatting; it runs no gate.
// `npm run check -- --verbose`: also lists the corrections of the released API document.
import { spawn } from 'node:child_process';
import { buildIfNeeded } from './build.mjs';
import { dashboardTypes } from './build-dashboard.mjs';
import { assertClientsCurrent } from './client-folders.mjs';
import { staleClients, writeClients } from './clients.mjs';
import { codegen } from './codegen.mjs';
import { assertGenerated, generate } from './generated.mjs';
import { Failed, ROOT, reportFailure } from './lib.mjs';

/** The folders whose imports are checked. */
const SOURCES = [
  'src',
  'rest-facade',
  'workers',
  'prisma',
  'scripts',
  'bench',
  'test',
  'clients/testing',
  'clients/typescript',
  'clients/cli',
  'dashboard/src',
];

/** The programs with compiler options of their own: the clients and the dashboard. */
const OTHER_PROJECTS = [
  'clients/typescript/tsconfig.json',
  'clients/typescript/tsconfig.browser.json',
  'clients/cli/tsconfig.json',
  'dashboard/tsconfig.json',
];

const VERBOSE = process.argv.filter((argument) => argument === '--verbose');

// Two lanes, for two processors: the compiler takes about as long as the others together.
const LANES = [
  [
    {
      name: 'types',
      // A separate build record: the build would otherwise start from what this one omitted.
      run: () =>
        bin('typescript/bin/tsc', ['--noEmit', '--tsBuildInfoFile', 'dist/.tsbuildinfo-check']),
    },
    { name: 'build', run: buildIfNeeded },
    { name: 'generated', needs: 'build', run: assertGenerated },
    {
      name: 'compatible',
      needs: 'build',
      // Its output counts the corrections of the released document.
      tells: true,
      run: () => node(['dist/scripts/compatible.js', ...VERBOSE]),
    },
    { name: 'prose', needs: 'build', run: () => node(['dist/scripts/prose.js']) },
    { name: 'migrations', needs: 'build', run: () => node(['dist/prisma/draft.js', '--check']) },
  ],
  [
    {
      name: 'style',
      run: () =>
        bin('@biomejs/biome/bin/biome', [
          'ci',
          '--error-on-warnings',
          '--reporter=concise',
          '--colors=off',
        ]),
    },
    {
      name: 'other types',
      async run() {
        dashboardTypes();
        for (const project of OTHER_PROJECTS) await bin('typescript/bin/tsc', ['-p', project]);
      },
    },
    {
      name: 'imports',
      run: () =>
        bin('dependency-cruiser/bin/dependency-cruise.mjs', [
          ...SOURCES,
          '--config',
          '.dependency-cruiser.cjs',
          '--output-type',
          'err',
        ]),
    },
    { name: 'clients', run: assertClientsCurrent },
    { name: 'unused', run: () => bin('knip/bin/knip.js', ['--no-progress']) },
    {
      // The tests that compare the registry and the routes with docs/contract.
      name: 'contract',
      run: () =>
        bin('vitest/vitest.mjs', [
          'run',
          '--config=test/contract/vitest.config.ts',
          '--reporter=dot',
          '--no-color',
        ]),
    },
  ],
];

if (process.argv.includes('--write')) await reportFailure(write);
else process.exitCode = (await check()) ? 0 : 1;

async function write() {
  await buildIfNeeded();
  generate(ROOT);
  // A client whose tools are missing stays stale, and the gate says so.
  for (const line of await writeClients(await staleClients())) console.log(`left out: ${line}`);
  await bin('@biomejs/biome/bin/biome', ['check', '--write']);
}

async function check() {
  await reportFailure(codegen);
  const results = await Promise.all(LANES.map(runLane));
  return results.flat().every(Boolean);
}

async function runLane(gates) {
  const passed = new Map();
  for (const gate of gates) {
    const { name, needs } = gate;
    passed.set(name, needs && !passed.get(needs) ? skip(name, needs) : await pass(gate));
  }
  return [...passed.values()];
}

async function pass({ name, run, tells = false }) {
  const startedAt = performance.now();
  let output = '';
  const problem = await Promise.resolve()
    .then(run)
    .then((text) => {
      if (tells) output = text.trimEnd();
      return null;
    }, textOf);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${name.padEnd(14)}${problem === null ? 'ok' : 'FAILED'}  ${seconds} s`);
  const text = problem ?? output;
  if (text !== '') console.log(text.replace(/^/gm, '    '));
  return problem === null;
}

function skip(name, needs) {
  console.log(`${name.padEnd(14)}NOT RUN: it needs ${needs}`);
  return false;
}

function textOf(error) {
  return error instanceof Failed ? error.message.trim() : String(error.stack ?? error);
}

function bin(path, args) {
  return node([`node_modules/${path}`, ...args]);
}

/**
 * Runs a program to its end without blocking the other lane; returns its output, or throws Failed
 * with it.
 */
function node(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Failed(output || `${args.join(' ')} ended with ${code}`));
    });
  });
}
