// npm run build: the diagrams of the guides, the dashboard, generated code, TypeScript into dist/,
// the compressed forms of static files, and the bundled programs. The built program reads
// everything else (migrations, operations, the playground) from its source folder.
// `--without-compression` leaves out the compressed forms of the playground and the API reference.
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
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { takeLock } from './build-lock.mjs';
import { isCurrentBundle } from './bundle-folder.mjs';
import { isMain, ROOT, reportFailure, runBin } from './lib.mjs';

const DIST = `${ROOT}/dist`;
const STAMP = `${DIST}/build.sha256`;
/** The fingerprint of all inputs, also of those of the diagrams and the dashboard. */
const WHOLE_STAMP = `${DIST}/inputs.sha256`;
/** The fingerprint of the compiled build whose static files were compressed. */
const COMPRESSED_STAMP = `${DIST}/compressed.sha256`;
const LOCK = `${DIST}/build.lock`;
const FOLDERS = ['src', 'rest-facade', 'workers', 'prisma', 'scripts', 'bench', 'clients/testing'];
const FILES = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const WHOLE_FOLDERS = [...FOLDERS, 'dashboard', 'docs'];
/** The files that tsc reads, and those of the build itself. */
const COMPILED = /\.(ts|mjs|jsonl?|graphql|prisma|css|js)$/;
const IGNORED = [
  'src/platform/database/generated',
  'dashboard/src/generated',
  'dashboard/node_modules',
  'bench/results.json',
];

/**
 * Builds what tests and programs for developers need: the diagrams, the dashboard and `dist`. It
 * does not bundle the programs, and skips inputs that have not changed since the last build.
 * Concurrent processes take turns.
 */
export async function buildIfNeeded() {
  const whole = fingerprint(WHOLE_FOLDERS);
  // A build that breaks off leaves no stamp of its own.
  const isWhole = [STAMP, `${DIST}/dashboard.sha256`].every((stamp) => existsSync(stamp));
  if (isWhole && hasContent(WHOLE_STAMP, whole)) return;
  await inTurn(async () => {
    const { drawDiagrams } = await import('./diagrams.mjs');
    await drawDiagrams();
    const { buildDashboard } = await import('./build-dashboard.mjs');
    await buildDashboard();
    await compileIfNeeded();
    writeFileSync(WHOLE_STAMP, whole);
  });
}

/** Builds everything, with the bundled programs, which start several times as fast. */
export async function buildPrograms() {
  await bundleIfNeeded();
  if (isCompressed()) return;
  await inTurn(async () => {
    if (isCompressed()) return;
    await compressStaticFiles();
    writeFileSync(COMPRESSED_STAMP, readFileSync(STAMP, 'utf8'));
  });
}

/**
 * Builds everything but the compressed forms of the playground and the API reference, which no test
 * of a program needs.
 */
async function bundleIfNeeded() {
  await buildIfNeeded();
  if (existsSync(STAMP) && isCurrentBundle(readFileSync(STAMP, 'utf8'))) return;
  await inTurn(async () => {
    // Another process may have begun a build and broken off.
    await compileIfNeeded();
    const build = readFileSync(STAMP, 'utf8');
    if (isCurrentBundle(build)) return;
    console.error('bundling …');
    const { bundlePrograms } = await import('./bundle.mjs');
    await bundlePrograms(build);
  });
}

async function compileIfNeeded() {
  if (isCompiled()) return;
  console.error('building …');
  rmSync(STAMP, { force: true });
  const { codegen } = await import('./codegen.mjs');
  codegen();
  const stamp = fingerprint(FOLDERS);
  removeLeftovers();
  await removeOutdatedPlayground();
  // The gate `types` checks the types, which takes three times as long as the output.
  runBin('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--noCheck', '--pretty']);
  writeFileSync(STAMP, stamp);
}

/** Runs work while no other process builds. */
async function inTurn(work) {
  mkdirSync(DIST, { recursive: true });
  while (!takeLock(LOCK)) await delay(100);
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

const PLAYGROUND = `${DIST}/static/playground`;

/**
 * Removes the compressed forms of another release of the playground, whose files have the same
 * names.
 */
async function removeOutdatedPlayground() {
  const { filesIn, removeOutdated } = await import('./compress-static.mjs');
  const { getDistDirectory } = await import('altair-static');
  removeOutdated(PLAYGROUND, filesIn(getDistDirectory()));
}

/** The files of the playground and of the API reference. */
async function compressStaticFiles() {
  const { compressStatic, filesIn } = await import('./compress-static.mjs');
  const { getDistDirectory } = await import('altair-static');
  await compressStatic(PLAYGROUND, filesIn(getDistDirectory()));
  const built = pathToFileURL(`${DIST}/rest-facade/reference/assets.js`).href;
  const { readAssets } = await import(built);
  await compressStatic(
    `${DIST}/static/reference`,
    Object.values(readAssets()).map(({ file, bytes }) => ({ name: file, bytes })),
  );
}

const isCompiled = () => hasContent(STAMP, fingerprint(FOLDERS));

const isCompressed = () =>
  existsSync(STAMP) && hasContent(COMPRESSED_STAMP, readFileSync(STAMP, 'utf8'));

const hasContent = (stamp, content) => existsSync(stamp) && readFileSync(stamp, 'utf8') === content;

// Uses path, size and modification time instead of the contents: reading them all would take too
// long.
function fingerprint(folders) {
  const hash = createHash('sha256').update(process.version);
  const isWhole = folders === WHOLE_FOLDERS;
  const guides = isWhole ? readdirSync(ROOT).filter((name) => name.endsWith('.md')) : [];
  const files = folders.flatMap((folder) => filesOf(folder, isWhole ? /./ : COMPILED));
  for (const path of [...files, ...FILES, ...guides]) {
    const { size, mtimeMs } = statSync(`${ROOT}/${path}`);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesOf(folder, names) {
  if (IGNORED.includes(folder) || !existsSync(`${ROOT}/${folder}`)) return [];
  return readdirSync(`${ROOT}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesOf(path, names);
    return names.test(path) && !IGNORED.includes(path) ? [path] : [];
  });
}

// tsc keeps the output of removed sources.
function removeLeftovers() {
  for (const entry of readdirSync(DIST, { withFileTypes: true, recursive: true })) {
    const path = `${entry.parentPath ?? entry.path}/${entry.name}`.slice(DIST.length + 1);
    // Vite empties its own folder.
    if (path.startsWith('dashboard/')) continue;
    const source = `${ROOT}/${path.replace(/\.js(\.map)?$/, '.ts')}`;
    if (/\.js(\.map)?$/.test(path) && !existsSync(source)) rmSync(`${DIST}/${path}`);
  }
}

if (isMain(import.meta.url)) {
  const isForTests = process.argv.includes('--without-compression');
  await reportFailure(isForTests ? bundleIfNeeded : buildPrograms);
}
