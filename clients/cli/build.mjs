// Bundles the command line into dist/modport.js, one file that needs only Node.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Bundles the program, with the licenses of the libraries in it. */
export async function buildCli() {
  const bundle = await rolldown({
    input: `${FOLDER}src/main.ts`,
    platform: 'node',
    resolve: { conditionNames: ['modport-source', 'import', 'node', 'default'] },
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({
    format: 'esm',
    banner: '#!/usr/bin/env node',
    minify: true,
    codeSplitting: false,
  });
  const [{ code, moduleIds }] = output;
  const file = `${FOLDER}dist/modport.js`;
  mkdirSync(`${FOLDER}dist`, { recursive: true });
  writeFileSync(file, `${code}\n${licensesOf(moduleIds)}`);
  chmodSync(file, 0o755);
}

/** A comment with the license of each library, which its copies must contain. */
function licensesOf(moduleIds) {
  const packages = moduleIds.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  const texts = [...new Set(packages)].toSorted().map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
    const notice = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
    const text =
      notice && existsSync(`${path}/${notice}`)
        ? readFileSync(`${path}/${notice}`, 'utf8')
        : license;
    return `${name} ${version}\n\n${text.trim()}`;
  });
  return `/*!\nLicenses of the libraries in this file\n\n${texts.join('\n\n---\n\n').replaceAll('*/', '* /')}\n*/\n`;
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) await buildCli();
