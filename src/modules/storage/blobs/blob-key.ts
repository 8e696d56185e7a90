/** The key prefix of all blobs. */
export const BLOB_PREFIX = 'blobs/';

/** The storage key of some bytes. The digest names it, so it always holds the same bytes. */
export function blobKeyOf(sha256: string): string {
  return `${BLOB_PREFIX}${sha256}`;
}

/** The digest in a key; null for a key of another kind. */
export function digestOf(key: string): string | null {
  return /^blobs\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}
