// The folders of the clients, their generated layers, and the fingerprint of the API document that
// each layer was made from. clients/README.md describes the files that a folder exports.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failed, ROOT } from './lib.mjs';

/** The API document that the generated layers are made from. */
export const DOCUMENT = `${ROOT}/rest-facade/generated/openapi.json`;

const CLIENTS = `${ROOT}/clients`;

/** Folders that tools write beside the sources. */
const FOREIGN = new Set(['node_modules', 'dist', 'build', 'bin', 'obj', '__pycache__']);

const isSource = (name) => !FOREIGN.has(name) && !name.startsWith('.') && !/\.pyc$/.test(name);

/** The names of the folders of clients/ with a file of this name. */
export function clientsWith(file) {
  return readdirSync(CLIENTS)
    .filter((name) => existsSync(join(CLIENTS, name, file)))
    .sort();
}

/** The absolute path of a file of a client. */
export const absolutePathOf = (name, file) => join(CLIENTS, name, file);

/** Loads a program of a client, for example `generate.mjs`. */
export const load = (name, file) => import(pathToFileURL(absolutePathOf(name, file)).href);

/** The SHA-256 of the API document, in hex. */
export function documentFingerprint() {
  return createHash('sha256').update(readFileSync(DOCUMENT)).digest('hex');
}

/** The content of a client's generated/record.json, or null before the first generation. */
export function recordOf(name) {
  const path = absolutePathOf(name, 'generated/record.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Throws Failed if a generated layer was made from another API document. */
export function assertClientsCurrent() {
  const document = documentFingerprint();
  const stale = clientsWith('generated/record.json').filter(
    (name) => recordOf(name).document !== document,
  );
  if (stale.length === 0) return;
  throw new Failed(
    [
      ...stale.map((name) => `clients/${name} was generated from another API document`),
      'npm run clients brings them up to date; it names the tools that it lacks',
    ].join('\n'),
  );
}

/**
 * The files of a generated layer: their paths below its folder, and their texts. Leaves out files
 * that tools write. Empty without the folder.
 */
export function filesOf(folder) {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => path.split(/[\\/]/).every(isSource))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
