import { createHash } from 'node:crypto';

/** In lower-case hex. */
export interface Digests {
  readonly sha256: string;
  /** Present when it was asked for. */
  readonly sha512?: string;
  /** Present when it was asked for. */
  readonly sha1?: string;
}

/** The digests that are to be taken beside SHA-256; each of them costs time. */
export interface FurtherDigests {
  readonly sha512: boolean;
  readonly sha1: boolean;
}

/** Takes digests of bytes that stream by. */
export interface Hasher {
  /** Takes the next bytes; where it answers a promise, they are good until that has resolved. */
  update(chunk: Uint8Array): void | Promise<void>;
  /** The digests of all bytes, of which no more may follow. */
  end(): Digests | Promise<Digests>;
  /** Lets go of what it holds, whether it was ended or not. */
  close(): void | Promise<void>;
}

/** A hasher that does all its work within the call. */
export interface PlainHasher extends Hasher {
  update(chunk: Uint8Array): void;
  end(): Digests;
  close(): void;
}

/** Hashes where it is called. */
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
