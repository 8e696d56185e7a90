import { createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { ArchiveFault, refuse } from '../fault.js';

// The maximum size of an output piece.
const PIECE_BYTES = 64 * 1024;

/**
 * Contents up to this size are unpacked in one call, because a stream takes much longer to set up.
 */
export const SHORT_BYTES = PIECE_BYTES;

/**
 * Unpacks a deflated content of at most SHORT_BYTES. Throws ArchiveFault unless the bytes are
 * exactly one stream. If the content is longer than declared, returns one additional byte.
 */
export function inflateShort(packed: Uint8Array, sizeBytes: number): Uint8Array {
  try {
    // The types do not reflect the option `info`.
    const { buffer, engine } = inflateRawSync(packed, {
      info: true,
      chunkSize: Math.max(MIN_CHUNK_BYTES, sizeBytes + 1),
      maxOutputLength: Math.max(MIN_CHUNK_BYTES, sizeBytes + 1),
    }) as unknown as { readonly buffer: Buffer; readonly engine: InflateRaw };
    if (engine.bytesWritten !== packed.length) trailing();
    return buffer;
  } catch (failure) {
    if (!isTooLarge(failure)) throw asFault(failure);
    return new Uint8Array(sizeBytes + 1);
  }
}

const MIN_CHUNK_BYTES = 64;

function isTooLarge(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_BUFFER_TOO_LARGE';
}

function trailing(): never {
  refuse('archive_validation_failed', 'bytes follow the end of a deflated entry');
}

/** Unpacks one deflated content as a stream. */
export interface Inflater {
  /** Takes the next packed bytes. Resolves when all their output was passed on. */
  write(piece: Uint8Array): Promise<void>;
  /** Ends the content. Throws ArchiveFault unless the written bytes were exactly one stream. */
  end(): Promise<void>;
  /** Frees the memory of the decoder. Call it in any case. */
  close(): void;
}

/**
 * Creates an inflater that passes its output to `sink`, waits for it and rethrows its errors.
 * Broken input throws ArchiveFault.
 */
export function createInflater(sink: (piece: Uint8Array) => void | Promise<void>): Inflater {
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  let ended: { readonly failure: unknown } | null = null;
  let writtenBytes = 0;
  let release = (): void => {};

  // The end of the deflated stream leaves a pending write without a callback, so both ends release
  // it.
  const drained = drain().then(
    () => settle(null),
    (failure: unknown) => settle(failure),
  );
  async function drain(): Promise<void> {
    for await (const piece of inflate) {
      const held = sink(piece);
      if (held) await held;
    }
  }
  function settle(failure: unknown): void {
    ended = { failure };
    release();
  }
  function check(): void {
    if (ended?.failure) throw asFault(ended.failure);
  }

  return {
    async write(piece) {
      writtenBytes += piece.length;
      if (!ended) {
        await new Promise<void>((resolve) => {
          release = resolve;
          inflate.write(piece, () => resolve());
        });
      }
      check();
    },
    async end() {
      if (!ended) inflate.end();
      await drained;
      check();
      if (inflate.bytesWritten !== writtenBytes) trailing();
    },
    close: () => inflate.destroy(),
  };
}

/** Turns the decoder's own errors into faults of the archive. All other errors stay unchanged. */
function asFault(failure: unknown): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : null;
  if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') return failure;
  return new ArchiveFault('archive_validation_failed', 'a deflated entry cannot be unpacked');
}
