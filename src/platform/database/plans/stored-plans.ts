/** The query plans that a build computes ahead, for one schema. */
export interface StoredPlans {
  /** SHA-256 of the options with which the plans were compiled; see `digestOf`. */
  readonly digest: string;
  /** The plans as JSON, by the query that Prisma sends to its compiler. */
  readonly plans: Readonly<Record<string, string>>;
  /** The file with the WebAssembly code of the compiler. */
  readonly wasmFile: string;
}

/** The plans of this build. The bundler replaces this module (`scripts/bundle-plans.mjs`). */
export const STORED_PLANS: StoredPlans = { digest: '', plans: {}, wasmFile: '' };
