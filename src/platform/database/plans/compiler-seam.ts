import { readFileSync } from 'node:fs';
import { loadCompiler, plannedCompiler } from './planned-compiler.js';
import { STORED_PLANS } from './stored-plans.js';

// Stands in for the two modules of Prisma that the generated client loads as its compiler: the
// bundled programs get this one instead (`scripts/bundle-plans.mjs`).

/** The compiler that the generated client creates. */
export const QueryCompiler = plannedCompiler({
  ...STORED_PLANS,
  load: () => loadCompiler(readFileSync(STORED_PLANS.wasmFile)),
});

/** Ignores the exports of `wasm`, which the client passes: the stored plans need none. */
export function __wbg_set_wasm(): void {}

/** A module of WebAssembly in Base64 with only the function that the client calls at its start. */
export const wasm = 'AGFzbQEAAAABBAFgAAADAgEABxQBEF9fd2JpbmRnZW5fc3RhcnQAAAoEAQIACw==';
