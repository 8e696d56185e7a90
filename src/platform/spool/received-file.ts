import type { FileHandle } from 'node:fs/promises';

/** What is known of a file once all of it is here. */
export interface ReceivedFacts {
  readonly sizeBytes: number;
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
  /** As its sender calls it, in lower case. */
  readonly contentType: string;
}

/**
 * A file that a request brought. Its bytes lie on disk without a name, so they are gone when it is
 * closed, and with the process at the latest.
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

  /** All of it, read into memory. */
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

  /** What stands for it where requests are compared: the same bytes of the same type are the same file. */
  toJSON(): Pick<ReceivedFacts, 'sha256' | 'contentType'> {
    return { sha256: this.sha256, contentType: this.contentType };
  }
}
