/** What Node brings for WebAssembly, as far as it is used here; the types of Node 20 leave it out. */
interface WebAssemblyHost {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<ModuleInstance>;
}

/** A compiled module, which threads can share. */
export type CompiledModule = object;

/** A module with memory of its own. */
export interface ModuleInstance {
  readonly exports: { readonly memory: ModuleMemory };
}

/** The memory of a program, which it makes larger when it has to. */
export interface ModuleMemory {
  readonly buffer: ArrayBuffer;
  /** Throws RangeError where there is no more. */
  grow(pages: number): number;
}

/** WebAssembly of this process. */
export const webAssembly: WebAssemblyHost = Reflect.get(globalThis, 'WebAssembly');
