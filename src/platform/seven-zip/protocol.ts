import { createHash } from 'node:crypto';

/**
 * The messages, the memory and the WebAssembly interface that the unpacking thread and its starter
 * share.
 */

/** The supported formats, under the names that 7-Zip uses. */
export type ArchiveType = '7z' | 'Rar' | 'Rar5';

/** The longest single read from the archive: the read size of 7-Zip. */
export const INPUT_BYTES = 1024 * 1024;
/** The size of one output slot. There are two: one is filled while the other is read. */
export const OUTPUT_BYTES = 256 * 1024;
export const OUTPUT_SLOTS = 2;

/** The exit code of 7-Zip if memory ran out. */
export const OUT_OF_MEMORY = 8;

/**
 * The indexes in `signals`: 1 when the bytes of a read have arrived, their number, and one for each
 * output slot from `output` on, 1 while the slot is full.
 */
export const SIGNAL = { arrived: 0, arrivedBytes: 1, output: 2 } as const;

/** Sets a signal and wakes the thread that waits for a change of it. */
export function setSignal(signals: Int32Array, place: number, value: number): void {
  Atomics.store(signals, place, value);
  Atomics.notify(signals, place);
}

/**
 * Waits while the signal has this value. `Atomics.wait` alone can return before the value changes:
 * the wake-up for one change may come only when the thread already waits for the next one.
 */
export function waitWhile(signals: Int32Array, place: number, value: number): void {
  while (Atomics.load(signals, place) === value) Atomics.wait(signals, place, value);
}

/** The start data of a thread. */
export interface ThreadData {
  readonly module: CompiledModule;
  readonly type: ArchiveType;
  readonly sizeBytes: number;
  /** The maximum memory of 7-Zip. */
  readonly memoryBytes: number;
  readonly signals: Int32Array;
  readonly input: Uint8Array;
  readonly output: Uint8Array;
}

/** A request or report of the thread. */
export type ThreadMessage =
  /** Requests these bytes of the archive in `input`, and then the signal `arrived`. */
  | { readonly kind: 'read'; readonly start: number; readonly lengthBytes: number }
  /** A slot of `output` holds the next bytes. The receiver clears its signal after reading. */
  | { readonly kind: 'output'; readonly slot: number; readonly lengthBytes: number }
  | {
      readonly kind: 'end';
      readonly exitCode: number;
      /** The digest over the names of all entries, as `openNamesDigest` computes it. */
      readonly namesDigest: string;
      /** The first lines of 7-Zip's output besides the names. */
      readonly messages: readonly string[];
    };

/**
 * SHA-256 over UTF-8 names, each followed by a line feed. Callers sort the names by
 * `Buffer.compare`, so that lists in different orders compare as equal.
 */
export function openNamesDigest(): { add(name: Uint8Array): void; hex(): string } {
  const hash = createHash('sha256');
  return {
    add: (name) => void hash.update(name).update('\n'),
    hex: () => hash.digest('hex'),
  };
}

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
