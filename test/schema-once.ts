import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

/** The library of Prisma that all clients share. */
const RUNTIME = require.resolve('@prisma/client/runtime/client');

/**
 * The places where a client reads the schema: the descriptions of parameters, and the compiler of
 * queries. Neither changes afterwards.
 */
const READS = [
  [/(static deserialize\((\w+),\w+\)\{let \w+=)(\w+\(\2\))/, '$1once($2,()=>$3)'],
  [
    /new (\w+)\((\{datamodel:this\.datamodel,provider:\w+,connectionInfo:\w+\})\)/,
    'once(JSON.stringify($2),()=>Object.assign(new $1($2),{free(){}}))',
  ],
] as const;

/** The end of the library, because its first line makes it strict. */
const ONCE = `
const known = new Map();
const once = (key, make) => known.get(key) ?? known.set(key, make()).get(key);
`;

/**
 * Lets all clients of Prisma in this process share what they read from the schema, which takes 25 ms
 * of processor time for each client, and here each test file opens clients of its own. Call it
 * before the first import of a client.
 */
export function readSchemaOnce(): void {
  if (RUNTIME in require.cache) throw new Error('Prisma was loaded before readSchemaOnce()');
  const runtime: LoadedModule = new LoadableModule(RUNTIME);
  runtime.filename = RUNTIME;
  runtime.paths = LoadableModule._nodeModulePaths(dirname(RUNTIME));
  require.cache[RUNTIME] = runtime;
  runtime._compile(sharing(readFileSync(RUNTIME, 'utf8')) + ONCE, RUNTIME);
  runtime.loaded = true;
}

function sharing(source: string): string {
  return READS.reduce((code, [read, shared]) => {
    if (!read.test(code)) throw new Error(`Prisma reads its schema in another way than ${read}`);
    return code.replace(read, shared);
  }, source);
}

/** The parts of Node's modules that its types leave out. */
interface LoadedModule extends NodeJS.Module {
  _compile(source: string, path: string): void;
}
const LoadableModule = Module as unknown as {
  new (path: string): LoadedModule;
  _nodeModulePaths(folder: string): string[];
};
