import type { FileHandle } from 'node:fs/promises';

/** The facts of a file that was received completely. */
export interface ReceivedFacts {
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
