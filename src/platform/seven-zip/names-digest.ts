import { createHash } from 'node:crypto';

/**
 * SHA-256 over UTF-8 names, each followed by a line feed. Callers sort the names by
 * `Buffer.compare`, so that lists in different orders compare as equal.
 */
export function openNamesDigest(): { add(name: Uint8Array): void; hex(): string } {
  const hash = createHash('sha256');
  return {
    add: (name) => void hash.update(name).update('\n'),
    hex: () => hash.digest('hex'),
  };
}
