import { createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { ArchiveFault, refuse } from '../findings.js';

// The maximum size of an output piece.
const PIECE_BYTES = 64 * 1024;

/**
 * The largest packed and unpacked size of a content that an inspection unpacks in one call. A
 * stream takes much longer to set up.
 */
export const SHORT_BYTES = PIECE_BYTES;

/**
 * Unpacks a deflated content of any size in one call. Throws ArchiveFault unless the bytes are
 * exactly one stream. If the content is longer than declared, returns more than `sizeBytes` bytes,
 * which may have no meaning. The caller checks the size.
 */
export function inflateAtOnce(packed: Uint8Array, sizeBytes: number): Uint8Array {
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
  /** Takes the next packed bytes. Resolves when it takes more; only `end` waits for all output. */
  write(piece: Uint8Array): Promise<void>;
  /** Ends the content. Throws ArchiveFault unless the written bytes were exactly one stream. */
  end(): Promise<void>;
  /** Frees the memory of the decoder. Call it in any case. */
  close(): void;
}

/** An inflation in progress. */
interface Inflation {
  readonly inflate: InflateRaw;
  /** Set when the decoder has ended, with its error or null. */
  ended: { readonly failure: unknown } | null;
  writtenBytes: number;
  /** Resolves the pending write. */
  release(): void;
}

/**
 * Creates an inflater that passes its output to `sink`, waits for it and rethrows its errors.
 * Broken input throws ArchiveFault.
 */
export function createInflater(sink: (piece: Uint8Array) => void | Promise<void>): Inflater {
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  const inflation: Inflation = { inflate, ended: null, writtenBytes: 0, release() {} };
  const settle = (failure: unknown): void => {
    inflation.ended = { failure };
    inflation.release();
  };
  const drained = drain(inflate, sink).then(() => settle(null), settle);
  return {
    write: (piece) => write(inflation, piece),
    async end() {
      if (!inflation.ended) inflate.end();
      await drained;
      check(inflation);
      if (inflate.bytesWritten !== inflation.writtenBytes) trailing();
    },
    close: () => inflate.destroy(),
  };
}

async function drain(
  inflate: InflateRaw,
  sink: (piece: Uint8Array) => void | Promise<void>,
): Promise<void> {
  for await (const piece of inflate) {
    const pending = sink(piece);
    if (pending) await pending;
  }
}

async function write(inflation: Inflation, piece: Uint8Array): Promise<void> {
  inflation.writtenBytes += piece.length;
  if (!inflation.ended) {
    await new Promise<void>((resolve) => {
      // The end of the deflated stream leaves a pending write without a callback, so both ends
      // release it.
      inflation.release = resolve;
      inflation.inflate.write(piece, () => resolve());
    });
  }
  check(inflation);
}

function check({ ended }: Inflation): void {
  if (ended?.failure) throw asFault(ended.failure);
}

/** Turns the decoder's own errors into faults of the archive. All other errors stay unchanged. */
function asFault(failure: unknown): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : null;
  if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') return failure;
  return new ArchiveFault('archive_validation_failed', 'a deflated entry cannot be unpacked');
}
