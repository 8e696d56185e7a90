import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The facts of a file that was received completely. */
interface ReceivedFacts {
  readonly sizeBytes: number;
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
  /** The media type that the client declared, in lower case. */
  readonly contentType: string;
}

/**
 * A file from a request. Its bytes are on disk without a name. So the system frees them when the
 * file is closed, or when the process ends.
 */
export class ReceivedFile implements ReceivedFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, { sizeBytes, sha256, contentType }: ReceivedFacts) {
    this.#handle = handle;
    this.sizeBytes = sizeBytes;
    this.sha256 = sha256;
    this.contentType = contentType;
  }

  /** Reads the whole file into memory. */
  async bytes(): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(this.sizeBytes);
    let done = 0;
    while (done < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, done, buffer.length - done, done);
      if (bytesRead === 0) throw new Error('a received file lost its bytes');
      done += bytesRead;
    }
    return buffer;
  }

  /** Frees the bytes. */
  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Represents the file when requests are compared: equal bytes and types make equal files. */
  toJSON(): Pick<ReceivedFacts, 'sha256' | 'contentType'> {
    return { sha256: this.sha256, contentType: this.contentType };
  }
}

/** Receives data that is too large for memory and too short-lived for the object store. */
export interface Spool {
  /**
   * Writes a body to disk as it arrives, with back-pressure. The caller must close the file. A
   * failed body leaves nothing on disk. Throws `SpoolFull` beyond `limitBytes`, errors of the body,
   * and the error of the folder if it could not be cleaned.
   */
  receive(
    body: AsyncIterable<Uint8Array>,
    rule: { readonly limitBytes: number; readonly contentType: string },
  ): Promise<ReceivedFile>;
}

/** The body exceeds its size limit. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/**
 * Opens a spool in its own folder. Files lose their name as soon as they are open. A file that
 * still has a name is from a process that was killed in between; the spool removes it here.
 */
export function openSpool(folder: string): Spool {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const cleaned = clean(folder);
  // Each `receive` reports the failure. Until then, nothing awaits this promise.
  cleaned.catch(() => undefined);
  return {
    async receive(body, { limitBytes, contentType }) {
      await cleaned;
      const handle = await openNameless(join(folder, randomUUID()));
      try {
        const written = await write(handle, body, limitBytes);
        return new ReceivedFile(handle, { ...written, contentType });
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
  };
}

async function clean(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

async function openNameless(path: string): Promise<FileHandle> {
  const handle = await open(path, 'wx+', 0o600);
  try {
    await rm(path, { force: true });
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

async function write(
  handle: FileHandle,
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw new SpoolFull('the body is longer than it may be');
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
