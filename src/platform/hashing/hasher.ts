import { createHash } from 'node:crypto';

/** Digests in lower-case hex. */
export interface Digests {
  readonly sha256: string;
  /** Present if requested. */
  readonly sha512?: string;
  /** Present if requested. */
  readonly sha1?: string;
}

/** The requested digests besides SHA-256. Each of them costs time. */
export interface FurtherDigests {
  readonly sha512: boolean;
  readonly sha1: boolean;
}

/** Computes digests of a byte stream. */
export interface Hasher {
  /**
   * Adds the next bytes. If it returns a promise, the caller must not reuse the buffer until it
   * resolves.
   */
  update(chunk: Uint8Array): void | Promise<void>;
  /** Returns the digests of all bytes. No more bytes may follow. */
  end(): Digests | Promise<Digests>;
  /** Releases resources, with or without a previous `end`. */
  close(): void | Promise<void>;
}

/** A synchronous hasher. */
export interface PlainHasher extends Hasher {
  update(chunk: Uint8Array): void;
  end(): Digests;
  close(): void;
}

/** Creates a hasher that works in the calling thread. */
export function createHasher(further: FurtherDigests): PlainHasher {
  const sha256 = createHash('sha256');
  const sha512 = further.sha512 ? createHash('sha512') : null;
  const sha1 = further.sha1 ? createHash('sha1') : null;
  return {
    update(chunk) {
      sha256.update(chunk);
      sha512?.update(chunk);
      sha1?.update(chunk);
    },
    end: () => ({
      sha256: sha256.digest('hex'),
      ...(sha512 ? { sha512: sha512.digest('hex') } : {}),
      ...(sha1 ? { sha1: sha1.digest('hex') } : {}),
    }),
    close() {},
  };
}
