/** What the keys of all blobs begin with. */
export const BLOB_PREFIX = 'blobs/';

/** Where the one copy of some bytes is kept: the digest names it, so it can never be others. */
export function blobKeyOf(sha256: string): string {
  return `${BLOB_PREFIX}${sha256}`;
}

/** The digest that a key names; null for a key that is none of ours. */
export function digestOf(key: string): string | null {
  return /^blobs\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}
