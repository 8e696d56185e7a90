import cluster from 'node:cluster';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { nameSourceLines } from './source-lines.js';

/** The folder of the bundled programs, `dist/programs`. Each build has its own folder in it. */
const PROGRAMS = fileURLToPath(new URL('../../programs/', import.meta.url));

/** The exports of a bundled program. */
export interface Program {
  /** Runs the program with the arguments of its command line. */
  main(args: readonly string[]): Promise<void>;
  /**
   * For the build: runs the code that most starts run, so that V8 compiles it. A fault fails the
   * build, so starts need no such check.
   */
  checkProgram?(): Promise<void>;
}

/** A loaded file of a bundle. */
interface LoadedFile {
  readonly exports: unknown;
  /** Whether V8 took the stored code, which the same version with the same flags must have made. */
  readonly isCompiled: boolean;
  /** The code that V8 has compiled so far, for the next process. */
  compiled(): Buffer;
}

/**
 * Returns `load`, which imports a file of a bundle by name, and the files loaded so far. It uses
 * the code that V8 compiled during the build (`compile.ts`). Node does the same for all modules
 * from version 22.1 on (`module.enableCompileCache`); this works on 20 as well.
 */
export function createLoader(folder: string) {
  compileLazily();
  const files = new Map<string, LoadedFile>();
  const requireFrom = createRequire(join(folder, 'bundle.cjs'));
  const load = (name: string): unknown => {
    const known = files.get(name);
    if (known) return known.exports;
    const path = join(folder, name);
    const script = compile(path);
    const module = { exports: {} };
    files.set(name, {
      get exports() {
        return module.exports;
      },
      isCompiled: script.cachedDataRejected === false,
      compiled: () => script.createCachedData(),
    });
    try {
      script.runInThisContext()(module.exports, requireOf, module, path, folder);
    } catch (error) {
      // As in Node, the next import fails with the same error and does not get half of the exports.
      files.delete(name);
      throw error;
    }
    return module.exports;
  };
  const requireOf = Object.assign(
    (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : requireFrom(id)),
    { resolve: requireFrom.resolve },
  );
  return { load, files: files as ReadonlyMap<string, LoadedFile> };
}

/** Compiles WebAssembly functions when they run: the query compiler has thousands and uses few. */
function compileLazily(): void {
  const [major = ''] = process.versions.node.split('.');
  // Later versions do it by default.
  if (Number(major) < 22) setFlagsFromString('--wasm-lazy-compilation');
}

/** Node's own names in a CommonJS module. Adds no line, so line numbers in traces stay right. */
const HEAD = '(function (exports, require, module, __filename, __dirname) { ';

/** The name of the file with the compiled code of a script. */
export const compiledName = (name: string): string => `${name}.v8`;

function compile(path: string): Script {
  const compiled = compiledName(path);
  // V8 compiles the script itself if another version or other flags made the data. The build
  // escapes all characters beyond ASCII.
  return new Script(`${HEAD}${readFileSync(path, 'latin1')}\n})`, {
    filename: path,
    ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
  });
}

/** The folder of the bundled programs of the current build. Throws if nothing was bundled. */
export function currentFolder(): string {
  try {
    return join(PROGRAMS, readFileSync(join(PROGRAMS, 'current'), 'utf8'));
  } catch (error) {
    throw new Error('the program is not built; run `npm run build`', { cause: error });
  }
}

/**
 * Tells the processes of a cluster the folder of their primary process. All run the same build,
 * also if another one is made meanwhile.
 */
const FOLDER_VARIABLE = 'MODPORT_PROGRAM_FOLDER';

/** Keeps builds from removing a folder until this process ends. Builds check the process ids. */
function pin(folder: string): void {
  try {
    const user = join(folder, 'users', String(process.pid));
    mkdirSync(dirname(user), { recursive: true });
    writeFileSync(user, '');
    process.once('exit', () => rmSync(user, { force: true }));
  } catch {
    // A read-only folder, as in an image: nothing builds there.
  }
}

function builtFolder(): string {
  try {
    return currentFolder();
  } catch (error) {
    // A stack trace would hide the remedy.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Loads a bundled program. A process of a cluster loads the build of its primary process. Until
 * this process ends, builds keep its folder, and stack traces name the sources. If nothing was
 * bundled, prints the remedy in one line and ends the process.
 */
export function loadProgram(name: 'service' | 'admin' | 'migrate'): Program {
  const folder = (cluster.isWorker ? process.env[FOLDER_VARIABLE] : undefined) ?? builtFolder();
  process.env[FOLDER_VARIABLE] = folder;
  pin(folder);
  nameSourceLines(folder);
  return createLoader(folder).load(`${name}.cjs`) as Program;
}
