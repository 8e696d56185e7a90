// The programs as a few files each, in dist/programs: Node takes ten times as long to load the
// 3,000 files of the service and its libraries. The programs are bundled from what tsc built, so
// they run the same code as the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { inAscii } from './ascii.mjs';
import { CURRENT, nameOf, PROGRAMS } from './bundle-folder.mjs';
import { plansAhead } from './bundle-plans.mjs';
import { Failed, isAlive, ROOT } from './lib.mjs';

const INPUTS = {
  service: 'dist/src/server/program.js',
  admin: 'dist/src/admin/program.js',
  migrate: 'dist/prisma/program.js',
};

/** Packages with files that they read at run time, and optional packages of type-graphql. */
const APART = /^(7z-wasm|altair-static|class-validator|piscina|sharp|swagger-ui-dist)(\/|$)/;

/**
 * Bundles the programs of a build, compiles them, and makes their folder the current one. Removes
 * folders of earlier builds, but none from which a process runs: it may still load files.
 */
export async function bundlePrograms(build) {
  const name = nameOf(build);
  const folder = `${PROGRAMS}/${name}`;
  rmSync(folder, { recursive: true, force: true });
  await bundle(folder);
  toAscii(folder);
  writePlaces(folder);
  compile(folder);
  writeFileSync(`${CURRENT}.new`, name);
  renameSync(`${CURRENT}.new`, CURRENT);
  for (const entry of readdirSync(PROGRAMS)) {
    const isInUse = [name, 'current'].includes(entry) || hasUsers(`${PROGRAMS}/${entry}`);
    if (!isInUse) rmSync(`${PROGRAMS}/${entry}`, { recursive: true });
  }
}

/** Whether a process runs from a folder: each leaves a file with its id there. */
function hasUsers(folder) {
  const users = `${folder}/users`;
  return (
    existsSync(users) && readdirSync(users).some((pid) => Number(pid) > 0 && isAlive(Number(pid)))
  );
}

async function bundle(folder) {
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    input: Object.fromEntries(
      Object.entries(INPUTS).map(([name, file]) => [name, `${ROOT}/${file}`]),
    ),
    cwd: ROOT,
    platform: 'node',
    external: APART,
    plugins: [plansAhead(folder), ownPlaces(folder), ownSourceMaps()],
    // Its warnings are about the code of libraries.
    logLevel: 'silent',
  });
  await built.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    sourcemap: 'hidden',
    // `vm.Script` with compiled code has no `import()`.
    dynamicImportInCjs: false,
    // Otherwise a shared chunk may run before the polyfill that its libraries need.
    strictExecutionOrder: true,
  });
  await built.close();
}

const PLACES = /\bimport\.meta\.url\b|(?<![\w$.'"])(__dirname|__filename)\b(?!['"])/g;

/**
 * Returns a plugin of rolldown that lets each module keep its own address, with which it finds the
 * files next to it.
 */
function ownPlaces(folder) {
  return {
    name: 'own-places',
    transform(code, id) {
      const path = id.split('?')[0];
      const at = (file) => `(__dirname + ${JSON.stringify(`/${relative(folder, file)}`)})`;
      const places = {
        'import.meta.url': `require('node:url').pathToFileURL(${at(path)}).href`,
        __dirname: at(dirname(path)),
        __filename: at(path),
      };
      const changed = code.replaceAll(PLACES, (name) => places[name]);
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

/**
 * Returns a plugin of rolldown that maps the project's own code to its sources, and leaves out that
 * of libraries.
 */
function ownSourceMaps() {
  return {
    name: 'own-source-maps',
    load(id) {
      const path = id.split('?')[0];
      if (!path.startsWith(`${ROOT}/dist/`) || !existsSync(`${path}.map`)) return null;
      const code = readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
      return { code, map: readFileSync(`${path}.map`, 'utf8') };
    },
  };
}

/** Lets Node read the files as ASCII. */
function toAscii(folder) {
  for (const name of readdirSync(folder).filter((it) => it.endsWith('.cjs'))) {
    const code = readFileSync(`${folder}/${name}`, 'utf8');
    writeFileSync(`${folder}/${name}`, inAscii(name, code));
  }
}

/**
 * Writes the source map of each file again as numbers, for `src/launch/source-lines.ts`. A process
 * with an outage formats its first traces while it serves requests. It would need a third of a
 * second to parse the maps, and reads the numbers in a hundredth.
 */
function writePlaces(folder) {
  for (const name of readdirSync(folder).filter((it) => it.endsWith('.cjs.map'))) {
    const { sources, mappings } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    const places = decode(mappings).flatMap((segments, line) =>
      segments.flatMap(([column, source = -1, sourceLine = 0, sourceColumn = 0]) => [
        line,
        column,
        source,
        sourceLine,
        sourceColumn,
      ]),
    );
    const file = `${folder}/${name.slice(0, -'.map'.length)}`;
    writeFileSync(`${file}.sources.json`, JSON.stringify(sources));
    writeFileSync(`${file}.places`, Int32Array.from(places));
  }
}

/** Lets V8 compile the functions that the start of the programs runs. */
function compile(folder) {
  const program = `${ROOT}/dist/src/launch/compile.js`;
  const run = spawnSync(process.execPath, [program, folder], { cwd: ROOT, encoding: 'utf8' });
  if (run.status !== 0) throw new Failed(`the bundled programs do not load\n${run.stderr}`);
}
