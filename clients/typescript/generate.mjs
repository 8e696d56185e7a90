// Generates the types of the API document. clients/README.md describes the exports.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const home = dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json'));
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** The generator with its version, which the record of the layer names. */
export const generator = `openapi-typescript@${version}`;

/** The path of the generated layer below the folder of this client. */
export const folder = 'src/generated';

/** Always null, nothing is missing: the generator comes with `npm ci`. */
export function missing() {
  return null;
}

/** Writes `api.ts` into a folder. Throws if the generator fails. */
export function generate(documentPath, outFolder) {
  const args = [join(home, 'bin/cli.js'), documentPath, '--output', join(outFolder, 'api.ts')];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openapi-typescript failed\n${stdout}${stderr}`);
}
