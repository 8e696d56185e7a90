import { createInflateRaw } from 'node:zlib';
import { ArchiveFault, refuse } from '../fault.js';

// Output is handed on in pieces of at most this size.
const PIECE_BYTES = 64 * 1024;

/** Unpacks one deflated content on the way through. */
export interface Inflater {
  /** Takes the next packed bytes; resolves when all that follows from them was handed on. */
  write(piece: Uint8Array): Promise<void>;
  /** Ends the content; throws ArchiveFault unless exactly the bytes written were one stream. */
  end(): Promise<void>;
  /** Frees the memory of the decoder; to be called in any case. */
  close(): void;
}

/**
 * Creates an inflater that hands its output to `sink`, waits for it, and throws what it throws.
 * Broken input throws ArchiveFault.
 */
export function createInflater(sink: (piece: Uint8Array) => void | Promise<void>): Inflater {
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  let ended: { readonly failure: unknown } | null = null;
  let writtenBytes = 0;
  let release = (): void => {};

  // The end of the deflated stream leaves a pending write unanswered, so both ends release it.
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
      if (inflate.bytesWritten !== writtenBytes) {
        refuse('archive_validation_failed', 'bytes follow the end of a deflated entry');
      }
    },
    close: () => inflate.destroy(),
  };
}

/** The decoder's own errors are the archive's fault; all others are passed on as they are. */
function asFault(failure: unknown): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : null;
  if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') return failure;
  return new ArchiveFault('archive_validation_failed', 'a deflated entry cannot be unpacked');
}
