// The dashboard: Vite bundles dashboard/src into dist/dashboard, and the compressed forms of its
// files go into dist/static/dashboard. `npm run build` runs it; unchanged inputs cost
// milliseconds. `--types` generates only the types; `--size` prints the size of the first scripts.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { gzipSync } from 'node:zlib';
import { compressStatic, filesIn } from './compress-static.mjs';
import { Failed, isMain, ROOT, reportFailure, runBin } from './lib.mjs';

const OUT = `${ROOT}/dist/dashboard`;
const MANIFEST = `${OUT}/.vite/manifest.json`;
/** The fingerprint of the inputs of a finished build. */
const STAMP = `${ROOT}/dist/dashboard.sha256`;
const TYPES = `${ROOT}/dashboard/src/generated/graphql-env.d.ts`;
const INPUTS = [
  'dashboard/src',
  'dashboard/vite.config.ts',
  'dashboard/package.json',
  'src/registry',
  'src/platform/html/site',
  'package-lock.json',
];
/** The JavaScript that a first visit loads before it shows a view, gzipped. */
const FIRST_SCRIPT_BYTES_MAX = 200 * 1000;

/**
 * Bundles the dashboard if its inputs changed. Throws Failed if Vite fails, or if the scripts of
 * the first load are too large.
 */
export async function buildDashboard() {
  const stamp = fingerprint();
  const isBuilt = existsSync(MANIFEST) && existsSync(STAMP);
  if (isBuilt && readFileSync(STAMP, 'utf8') === stamp) return;
  // A build that breaks off leaves no stamp.
  rmSync(STAMP, { force: true });
  mkdirSync(`${ROOT}/dist`, { recursive: true });
  // A test run has NODE_ENV=test, for which Vite would bundle the development build of React.
  const env = { ...process.env, NODE_ENV: 'production' };
  runBin('vite/bin/vite.js', ['build', 'dashboard', '--logLevel', 'warn'], env);
  assertSmall();
  await compressStatic(`${ROOT}/dist/static/dashboard`, filesIn(OUT));
  writeFileSync(STAMP, stamp);
}

/**
 * Generates the types for the operations of the dashboard, if `schema.graphql` is newer than they
 * are. Throws Failed if that fails.
 */
export function dashboardTypes() {
  const schema = `${ROOT}/schema.graphql`;
  if (existsSync(TYPES) && statSync(TYPES).mtimeMs > statSync(schema).mtimeMs) return;
  mkdirSync(`${ROOT}/dashboard/src/generated`, { recursive: true });
  runBin('gql.tada/bin/cli.js', [
    'generate-output',
    '--tsconfig',
    'dashboard/tsconfig.json',
    '--output',
    TYPES,
  ]);
}

/**
 * The gzipped size in bytes of the scripts that the entry loads before anything else, and of the
 * messages of one language (Russian). The dashboard must have been built.
 */
export function firstScriptBytes() {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const files = new Set();
  const visit = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(visit);
  };
  visit('src/main.tsx');
  // The messages of one language come before the first view too.
  visit('src/i18n/ru/index.ts');
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${OUT}/${file}`)).length, 0);
}

function assertSmall() {
  const bytes = firstScriptBytes();
  if (bytes <= FIRST_SCRIPT_BYTES_MAX) return;
  throw new Failed(
    `the dashboard loads ${bytes} bytes of gzipped JavaScript first; at most ${FIRST_SCRIPT_BYTES_MAX} are allowed`,
  );
}

function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const path of INPUTS.flatMap(filesBelow)) {
    hash.update(`${path}\0`).update(readFileSync(`${ROOT}/${path}`));
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (path === 'dashboard/src/generated') return [];
  if (!statSync(`${ROOT}/${path}`).isDirectory()) return [path];
  return readdirSync(`${ROOT}/${path}`)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

if (isMain(import.meta.url)) {
  await reportFailure(async () => {
    if (process.argv.includes('--types')) dashboardTypes();
    else await buildDashboard();
    if (process.argv.includes('--size')) console.log(firstScriptBytes());
  });
}
