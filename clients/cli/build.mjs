// Bundles the command line into dist/modport.js, one file that needs only Node.
import { chmodSync, mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Bundles the program. */
export async function buildCli() {
  const file = `${FOLDER}dist/modport.js`;
  const bundle = await rolldown({
    input: `${FOLDER}src/main.ts`,
    platform: 'node',
    resolve: { conditionNames: ['modport-source', 'import', 'node', 'default'] },
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  mkdirSync(`${FOLDER}dist`, { recursive: true });
  await bundle.write({
    file,
    format: 'esm',
    banner: '#!/usr/bin/env node',
    minify: true,
    codeSplitting: false,
  });
  chmodSync(file, 0o755);
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) await buildCli();
