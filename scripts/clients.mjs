// npm run clients [-- <names>]: writes the generated layer of each client again and records the API
// document that it was made from. It names the clients whose tools are missing.
// npm run clients -- --check: generates into a temporary folder and compares with the committed
// files, which it leaves unchanged. Only this check fails with CI=true if a tool is missing.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  absolutePathOf,
  clientsWith,
  DOCUMENT,
  documentFingerprint,
  filesOf,
  load,
  recordOf,
} from './client-folders.mjs';
import { Failed, isMain, ROOT, reportFailure } from './lib.mjs';

/**
 * Writes the layers of these clients and their records, and prints a line for each; returns those
 * whose tools are missing, with the reason.
 */
export async function writeClients(names) {
  const leftOut = [];
  for (const name of names) {
    const layer = await layerOf(name);
    if (layer.missing === null) await inTemporaryFolder((out) => write(name, layer, out));
    else leftOut.push(`clients/${name}: ${layer.missing}`);
  }
  return leftOut;
}

/** The clients that were not generated from the present API document by the present generator. */
export async function staleClients() {
  const document = documentFingerprint();
  const layers = await Promise.all(
    clientsWith('generate.mjs').map(async (name) => ({ name, layer: await layerOf(name) })),
  );
  return layers
    .filter(({ name, layer }) => {
      const record = recordOf(name);
      return record?.document !== document || record?.generator !== layer.generator;
    })
    .map(({ name }) => name);
}

async function layerOf(name) {
  const program = await load(name, 'generate.mjs');
  const { generate, generator, folder = 'generated', missing } = program;
  if (typeof generate !== 'function' || typeof missing !== 'function' || !generator) {
    throw new Failed(`clients/${name}/generate.mjs exports generate, missing and generator`);
  }
  return { generate, generator, folder: absolutePathOf(name, folder), missing: await missing() };
}

async function write(name, { generate, generator, folder }, out) {
  await generate(DOCUMENT, out);
  rmSync(folder, { recursive: true, force: true });
  for (const path of filesOf(out).keys()) cpSync(join(out, path), join(folder, path));
  const record = { document: documentFingerprint(), generator };
  mkdirSync(absolutePathOf(name, 'generated'), { recursive: true });
  writeFileSync(
    absolutePathOf(name, 'generated/record.json'),
    `${JSON.stringify(record, null, 2)}\n`,
  );
  console.log(`clients/${name}: written by ${generator}`);
}

/** The differences between the committed layer of a client and a new one. */
async function differencesOf(name, { generate, generator, folder }, out) {
  await generate(DOCUMENT, out);
  const made = filesOf(out);
  const kept = filesOf(folder);
  const different = [...new Set([...made.keys(), ...kept.keys()])]
    .filter((path) => made.get(path) !== kept.get(path))
    .map((path) => `${join(folder, path).slice(ROOT.length + 1)} is out of date`);
  const { document, generator: by } = recordOf(name) ?? {};
  if (document === documentFingerprint() && by === generator) return different;
  return [...different, `clients/${name}/generated/record.json is out of date`];
}

async function check(names) {
  const stale = [];
  const leftOut = [];
  for (const name of names) {
    const layer = await layerOf(name);
    if (layer.missing !== null) {
      leftOut.push(`clients/${name}: ${layer.missing}`);
      continue;
    }
    const differences = await inTemporaryFolder((out) => differencesOf(name, layer, out));
    stale.push(...differences);
    if (differences.length === 0) console.log(`clients/${name}: up to date`);
  }
  for (const line of leftOut) console.log(`left out: ${line}`);
  if (stale.length > 0) throw new Failed([...stale, 'npm run clients writes them'].join('\n'));
  if (leftOut.length > 0 && process.env.CI === 'true') {
    throw new Failed('with CI=true no client is left out');
  }
}

async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'modport-clients-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const known = clientsWith('generate.mjs');
  const requested = process.argv.slice(2).filter((argument) => argument !== '--check');
  const unknown = requested.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Failed(`no client: ${unknown.join(', ')}`);
  const names = requested.length > 0 ? requested : known;
  if (process.argv.includes('--check')) return check(names);
  for (const line of await writeClients(names)) console.log(`left out: ${line}`);
}

if (isMain(import.meta.url)) await reportFailure(main);
