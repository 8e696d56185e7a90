import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FileError } from '../core/errors.js';

/** The file that is sent. It stays open, so that a replaced file of that name does not matter. */
export interface UploadSource {
  readonly sizeBytes: number;
  readonly sha256: string;
  /**
   * The bytes from `start` to before `end`, as a stream. `onBytes` gets the size of each block, and
   * `onFailure` the error of a failed read, which a request hides behind an error of its own.
   */
  read(
    start: number,
    end: number,
    onBytes: (count: number) => void,
    onFailure: (error: unknown) => void,
  ): ReadableStream<Uint8Array>;
  /** Throws FileError `changed` if the file is not the one that was digested. */
  assertUnchanged(): Promise<void>;
  /** Closes the file. Call it when all streams of `read` have ended. */
  close(): Promise<void>;
}

/**
 * Opens a file and computes its SHA-256. `onBytes` gets the size of each block. Throws FileError
 * `changed` for a file that grows or changes meanwhile, and `unsafe` for a folder or a device. Throws
 * the system's error for a file that cannot be opened or read, and the reason of an aborted
 * `signal`.
 */
export async function openSource(
  path: string,
  onBytes: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<UploadSource> {
  const file = await open(path, 'r');
  try {
    const first = await fingerprintOf(file, path);
    const sha256 = await digestOf(file, onBytes, signal);
    const assertUnchanged = async () => {
      if ((await fingerprintOf(file, path)).text === first.text) return;
      throw new FileError('changed', `${path} changed while it was sent`);
    };
    await assertUnchanged();
    return {
      sizeBytes: first.sizeBytes,
      sha256,
      read: (start, end, onBytes, onFailure) => streamOf(file, start, end, onBytes, onFailure),
      assertUnchanged,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function fingerprintOf(file: FileHandle, path: string) {
  const status = await file.stat({ bigint: true });
  if (!status.isFile()) throw new FileError('unsafe', `${path} is not a regular file`);
  const text = `${status.ino} ${status.size} ${status.mtimeNs} ${status.ctimeNs}`;
  return { text, sizeBytes: Number(status.size) };
}

async function digestOf(
  file: FileHandle,
  onBytes: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of blocksOf(file, 0, Number.POSITIVE_INFINITY)) {
    signal?.throwIfAborted();
    hash.update(block);
    onBytes(block.length);
  }
  return hash.digest('hex');
}

function streamOf(
  file: FileHandle,
  start: number,
  end: number,
  onBytes: (count: number) => void,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  async function* blocks(): AsyncGenerator<Uint8Array> {
    for await (const block of blocksOf(file, start, end, onFailure)) {
      yield block;
      onBytes(block.length);
    }
  }
  return Readable.toWeb(Readable.from(blocks())) as ReadableStream<Uint8Array>;
}

const BLOCK_BYTES = 64 * 1024;

/**
 * The bytes from `start` to before `end`, or to the end of the file. A read stream for each part
 * would leave a listener at the handle until it is closed, and a large file has hundreds of parts.
 */
async function* blocksOf(
  file: FileHandle,
  start: number,
  end: number,
  onFailure: (error: unknown) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; ) {
    const block = new Uint8Array(Math.min(BLOCK_BYTES, end - position));
    const { bytesRead } = await file.read(block, 0, block.length, position).catch((error) => {
      onFailure(error);
      throw error;
    });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield block.subarray(0, bytesRead);
  }
}
