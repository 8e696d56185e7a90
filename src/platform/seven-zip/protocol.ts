/** What the thread that unpacks and the one that started it say to each other, and the memory they share. */
import type { CompiledModule } from './web-assembly.js';

/** The formats that 7-Zip is asked for, under its own names for them. */
export type ArchiveType = '7z' | 'Rar' | 'Rar5';

/** The most that is read from the archive at once: what 7-Zip itself asks for. */
export const INPUT_BYTES = 1024 * 1024;
/** One piece of what was unpacked. Two are in use: one is filled while the other is looked at. */
export const OUTPUT_BYTES = 256 * 1024;
export const OUTPUT_SLOTS = 2;

/** The exit code of 7-Zip where it had too little memory. */
export const OUT_OF_MEMORY = 8;

/** The places in `signals`. Each output slot has one of its own, from `output` on. */
export const SIGNAL = { answered: 0, answeredBytes: 1, output: 2 } as const;

/** What a thread begins with. */
export interface ThreadData {
  readonly module: CompiledModule;
  readonly type: ArchiveType;
  readonly sizeBytes: number;
  /** How far the memory of 7-Zip may grow. */
  readonly memoryBytes: number;
  readonly signals: Int32Array;
  readonly input: Uint8Array;
  readonly output: Uint8Array;
}

/** What a thread asks for or tells. */
export type ThreadMessage =
  /** Put these bytes of the archive into `input`, then set `answered`. */
  | { readonly kind: 'read'; readonly start: number; readonly lengthBytes: number }
  /** A slot of `output` holds the next bytes; clear its signal when they were looked at. */
  | { readonly kind: 'output'; readonly slot: number; readonly lengthBytes: number }
  | {
      readonly kind: 'end';
      readonly exitCode: number;
      /** Over the names of all entries, as `openNamesDigest` makes it. */
      readonly namesDigest: string;
      /** The first lines that 7-Zip wrote beside the names. */
      readonly messages: readonly string[];
    };
