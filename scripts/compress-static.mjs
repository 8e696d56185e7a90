// The compressed forms of static files, made once at build time with the best quality.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const BYTES_MIN = 1024;
/** A form that saves less than a tenth is not written. */
const WORTH = 0.9;
const TEXT = /\.(?:js|css|html|json|svg|md|txt|map)$/;
const RECORD = 'sources.json';

const ENCODE = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** The files below a folder, with their paths in it and their bytes. */
export function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`)
    .map((path) => ({ name: path.slice(folder.length + 1), bytes: readFileSync(path) }));
}

/**
 * Writes `<name>.br` and `<name>.gz` of each text file of at least 1 KiB into a folder, unless the
 * form saves less than a tenth. Removes the forms of files that changed or are gone. A file with
 * unchanged bytes is not compressed again.
 */
export async function compressStatic(folder, files) {
  const kept = removeOutdated(folder, files);
  const texts = textsOf(files);
  await Promise.all(
    texts.filter(({ name }) => !(name in kept)).map((file) => compress(folder, file)),
  );
  writeRecord(folder, recordOf(texts));
}

/**
 * Removes the compressed forms of files that have changed or are gone, so that no browser gets an
 * old file. Returns the SHA-256 of each file whose forms stay, by its name.
 */
export function removeOutdated(folder, files) {
  const before = readRecord(folder);
  const record = recordOf(textsOf(files));
  const isKept = ([name, hash]) => record[name] === hash;
  for (const entry of Object.entries(before)) if (!isKept(entry)) remove(folder, entry[0]);
  const kept = Object.fromEntries(Object.entries(before).filter(isKept));
  writeRecord(folder, kept);
  return kept;
}

const textsOf = (files) =>
  files.filter(({ name, bytes }) => TEXT.test(name) && bytes.length >= BYTES_MIN);

const recordOf = (texts) =>
  Object.fromEntries(texts.map(({ name, bytes }) => [name, hashOf(bytes)]));

function writeRecord(folder, record) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${RECORD}`, JSON.stringify(record));
}

async function compress(folder, { name, bytes }) {
  mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
  await Promise.all(
    Object.entries(ENCODE).map(async ([extension, encode]) => {
      const encoded = await encode(bytes);
      if (encoded.length > bytes.length * WORTH) return;
      writeFileSync(`${folder}/${name}${extension}`, encoded);
    }),
  );
}

function remove(folder, name) {
  for (const extension of Object.keys(ENCODE))
    rmSync(`${folder}/${name}${extension}`, { force: true });
}

function readRecord(folder) {
  const path = `${folder}/${RECORD}`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
