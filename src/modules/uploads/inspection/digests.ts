import { createHash } from 'node:crypto';
import type { Expectation, Inspection } from './inspection.js';

/** The digests of an object, taken as it streams by. */
export interface Digests {
  update(chunk: Uint8Array): void;
  end(): Pick<Inspection, 'sha256' | 'sha512' | 'sha1'>;
}

/** SHA-256 always; the others cost time, and are taken only where the creator gave them. */
export function createDigests(expected: Expectation): Digests {
  const sha256 = createHash('sha256');
  const sha512 = expected.sha512 === undefined ? null : createHash('sha512');
  const sha1 = expected.sha1 === undefined ? null : createHash('sha1');
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
  };
}
