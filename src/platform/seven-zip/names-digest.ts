import { createHash } from 'node:crypto';

/**
 * SHA-256 over names in UTF-8, each of which a line feed follows. They have to be sorted by
 * `Buffer.compare`, so that lists in different orders compare as equal.
 */
export function openNamesDigest(): { add(name: Uint8Array): void; hex(): string } {
  const hash = createHash('sha256');
  return {
    add: (name) => void hash.update(name).update('\n'),
    hex: () => hash.digest('hex'),
  };
}
