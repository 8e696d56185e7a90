// Query plans that are compiled into the bundled programs. With them, a start and most operator
// commands need no query compiler of Prisma: docs/decisions/0068-query-plans-ahead.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './lib.mjs';

const PLANS = `${ROOT}/dist/src/platform/database/plans`;
const CLIENT = `${ROOT}/dist/src/platform/database/generated/internal/class.js`;
/** The queries of a start and of operator commands, from `scripts/record-queries.ts`. */
const QUERIES = `${ROOT}/prisma/generated/recorded-queries.jsonl`;
const WASM = 'query-compiler.wasm';

/** The imports of the generated client for its compiler: the code, and WebAssembly in Base64. */
const COMPILER = /^@prisma\/client\/runtime\/query_compiler_\w+\.postgresql\.(wasm-base64\.)?mjs$/;

/**
 * Returns a plugin of rolldown that gives the generated client a compiler with the plans of
 * recorded queries. It only redirects the client's imports of its compiler, and changes no file or
 * object of Prisma. It writes the WebAssembly of the compiler to `folder`.
 */
export function plansAhead(folder) {
  return {
    name: 'plans-ahead',
    resolveId(source, importer) {
      const isOfClient = importer?.split('?')[0] === CLIENT && COMPILER.test(source);
      return isOfClient ? `${PLANS}/compiler-seam.js` : null;
    },
    async load(id) {
      if (id.split('?')[0] !== `${PLANS}/stored-plans.js`) return null;
      mkdirSync(folder, { recursive: true });
      const stored = JSON.stringify(await storedPlans(`${folder}/${WASM}`));
      const place = JSON.stringify(relative(PLANS, `${folder}/${WASM}`));
      const code = `import { fileURLToPath } from 'node:url';
        const wasmFile = fileURLToPath(new URL(${place}, import.meta.url));
        export const STORED_PLANS = { ...JSON.parse(${JSON.stringify(stored)}), wasmFile };`;
      return { code, map: null };
    },
  };
}

/** Writes the code of the compiler, and compiles the recorded queries with it. */
async function storedPlans(wasmFile) {
  const source = readFileSync(CLIENT, 'utf8');
  const [, name] = /import\("(@prisma[^"]*)\.wasm-base64\.mjs"\)/.exec(source);
  const { wasm } = await import(`${name}.wasm-base64.mjs`);
  const code = Buffer.from(wasm, 'base64');
  writeFileSync(wasmFile, code);
  const { digestOf, loadCompiler } = await import(
    pathToFileURL(`${PLANS}/planned-compiler.js`).href
  );
  const options = optionsOf(source);
  const compiler = new (loadCompiler(code))(options);
  const queries = readFileSync(QUERIES, 'utf8').trim().split('\n');
  const plans = queries.flatMap((query) => planOf(compiler, query));
  return { digest: digestOf(options), plans: Object.fromEntries(plans) };
}

/** The options that the client gives its compiler. With other ones, a program ignores the plans. */
function optionsOf(source) {
  const [, schema] = /"inlineSchema": ("(?:[^"\\]|\\.)*")/.exec(source);
  const connectionInfo = { supportsRelationJoins: true };
  return { datamodel: JSON.parse(schema), provider: 'postgres', connectionInfo };
}

/** The plan of a query. Empty for a query of an earlier schema, which is no longer sent. */
function planOf(compiler, query) {
  try {
    return [[query, JSON.stringify(compiler.compile(query))]];
  } catch {
    return [];
  }
}
