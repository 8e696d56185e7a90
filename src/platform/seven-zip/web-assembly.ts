/** The used part of Node's WebAssembly API; the types of Node 20 omit it. */
interface WebAssemblyHost {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<ModuleInstance>;
}

/** A compiled module, which threads can share. */
export type CompiledModule = object;

/** An instance of a module with its own memory. */
export interface ModuleInstance {
  readonly exports: { readonly memory: ModuleMemory };
}

/** The memory of a program, which the program can grow. */
export interface ModuleMemory {
  readonly buffer: ArrayBuffer;
  /** Throws RangeError if no more memory is available. */
  grow(pages: number): number;
}

/** The WebAssembly API of this process. */
export const webAssembly: WebAssemblyHost = Reflect.get(globalThis, 'WebAssembly');
