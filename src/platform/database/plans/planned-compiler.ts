import { createHash } from 'node:crypto';
// @ts-expect-error A part of Prisma without types.
import * as generated from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs';

/**
 * Prisma's query compiler: plans are data that the client interprets. Throws for an invalid query.
 */
export interface Compiler {
  compile(query: string): object;
  compileBatch(query: string): object;
  free(): void;
}

/** Creates a compiler from the schema, the provider and facts about the connection. */
export type CompilerClass = new (options: object) => Compiler;

/** The JavaScript part of Prisma's compiler, which calls its WebAssembly part. */
interface Glue {
  readonly QueryCompiler: CompilerClass;
  __wbg_set_wasm(exports: object): void;
}

/** The part of Node's `WebAssembly` that this file uses: its types belong to those of browsers. */
declare const WebAssembly: {
  readonly Module: {
    new (code: Uint8Array): object;
    imports(module: object): readonly { readonly module: string }[];
  };
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** The plans that are known ahead, and where to get all others. */
interface Known {
  /** The digest of the options that the plans were made with. Under others, no plan is used. */
  readonly digest: string;
  /** Plans as JSON, by their query. */
  readonly plans: Readonly<Record<string, string>>;
  /** Loads Prisma's own compiler. Called once at most. */
  load(): CompilerClass;
}

/** The digest of the options of a compiler: other options make other plans. */
export const digestOf = (options: object): string =>
  createHash('sha256').update(JSON.stringify(options)).digest('hex');

/**
 * Returns a compiler with known plans. It loads Prisma's own compiler for the first other query or
 * batch. The reason is the start: loading, reading the schema and compiling a first query take
 * longer than all queries of an operator command.
 */
export function plannedCompiler({ digest, plans, load }: Known): CompilerClass {
  let loaded: CompilerClass | undefined;
  return class implements Compiler {
    readonly #options: object;
    readonly #known: Readonly<Record<string, string>>;
    #own: Compiler | undefined;

    constructor(options: object) {
      this.#options = options;
      this.#known = digestOf(options) === digest ? plans : {};
    }

    compile(query: string): object {
      const plan = Object.hasOwn(this.#known, query) ? this.#known[query] : undefined;
      return plan === undefined ? this.#compiler().compile(query) : JSON.parse(plan);
    }

    compileBatch(query: string): object {
      return this.#compiler().compileBatch(query);
    }

    free(): void {
      this.#own?.free();
    }

    #compiler(): Compiler {
      loaded ??= load();
      this.#own ??= new loaded(this.#options);
      return this.#own;
    }
  };
}

/** Loads Prisma's compiler from its WebAssembly code. */
export function loadCompiler(code: Uint8Array): CompilerClass {
  const glue: Glue = generated;
  const module = new WebAssembly.Module(code);
  // All imports of the code name one module, so the first import states it. Prisma's JavaScript
  // part takes the place of that module.
  const [{ module: place } = { module: '' }] = WebAssembly.Module.imports(module);
  const { exports } = new WebAssembly.Instance(module, { [place]: generated });
  glue.__wbg_set_wasm(exports);
  const start = exports.__wbindgen_start;
  if (typeof start === 'function') start();
  return glue.QueryCompiler;
}
