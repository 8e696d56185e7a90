// npm run build: the diagrams of the guides, the dashboard, generated code, TypeScript into dist/, and
// the compressed forms of static files. The built program reads everything else (migrations, operations, the playground) from its
// source folder.
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
import { buildDashboard } from './build-dashboard.mjs';
import { codegen } from './codegen.mjs';
import { compressStatic, filesIn } from './compress-static.mjs';
import { drawDiagrams } from './diagrams.mjs';
import { isMain, ROOT, reportFailure, runBin } from './lib.mjs';

const DIST = `${ROOT}/dist`;
const STAMP = `${DIST}/build.sha256`;
const LOCK = `${DIST}/build.lock`;
const FOLDERS = ['src', 'rest-facade', 'workers', 'prisma', 'scripts', 'bench', 'clients/testing'];
const FILES = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const GENERATED = 'src/platform/database/generated';

/** Builds if the inputs changed since the last build. Concurrent processes take turns. */
export async function buildIfNeeded() {
  await drawDiagrams();
  await buildDashboard();
  if (isUpToDate()) return;
  mkdirSync(DIST, { recursive: true });
  while (!takeLock()) await delay(100);
  try {
    if (isUpToDate()) return;
    console.error('building …');
    rmSync(STAMP, { force: true });
    codegen();
    const stamp = fingerprint();
    removeLeftovers();
    // The gate `types` checks them, which takes three times as long as the output.
    runBin('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--noCheck', '--pretty']);
    await compressStaticFiles();
    writeFileSync(STAMP, stamp);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** The files of the playground and of the API reference. */
async function compressStaticFiles() {
  const { getDistDirectory } = await import('altair-static');
  await compressStatic(`${DIST}/static/playground`, filesIn(getDistDirectory()));
  const built = pathToFileURL(`${DIST}/rest-facade/reference/assets.js`).href;
  const { readAssets } = await import(built);
  await compressStatic(
    `${DIST}/static/reference`,
    Object.values(readAssets()).map(({ file, bytes }) => ({ name: file, bytes })),
  );
}

function isUpToDate() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();
}

// Uses path, size and modification time instead of the contents: reading them all would take too
// long.
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const path of [...FOLDERS.flatMap(sourcesOf), ...FILES]) {
    const { size, mtimeMs } = statSync(`${ROOT}/${path}`);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function sourcesOf(folder) {
  if (folder === GENERATED || !existsSync(`${ROOT}/${folder}`)) return [];
  return readdirSync(`${ROOT}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesOf(path);
    return /\.(ts|json|prisma|css|js)$/.test(path) ? [path] : [];
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

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(Number(readLock()))) rmSync(LOCK, { force: true });
    return false;
  }
}

function readLock() {
  try {
    return readFileSync(LOCK, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  // The file was just created, and is still empty.
  if (!(pid > 0))
    return Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 1000;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (isMain(import.meta.url)) await reportFailure(buildIfNeeded);
