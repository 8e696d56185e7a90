import { createHash } from 'node:crypto';
import type { RequestContext } from '../../../request/context.js';

/** Blobs that need further digests and whose bytes stay. */
const WANTED = { state: 'sealed', removedAt: null, sha512: null } as const;

/**
 * Reads the bytes of a blob once and stores the digests that other catalogs use. Bytes that differ
 * from their SHA-256 get none and are logged. Skips a blob that has them or is being removed. Uses
 * the memory of one chunk, whatever the size. Throws errors of the store, and if `signal` is
 * aborted.
 */
export async function digestBlob(
  { platform }: RequestContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, log } = platform;
  const blob = await db.blob.findUnique({ where: { id, ...WANTED } });
  if (!blob) return;
  const { sha256, sha512, sha1 } = await digestsOf(
    await storage.readTransient(blob.storageKey),
    signal,
  );
  if (sha256 !== blob.sha256) {
    log.error(
      { blob: id, sha256: blob.sha256, read: sha256 },
      'stored bytes are not what they were',
    );
    return;
  }
  await db.blob.updateMany({ where: { id, ...WANTED }, data: { sha512, sha1 } });
}

async function digestsOf(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const [sha256, sha512, sha1] = [createHash('sha256'), createHash('sha512'), createHash('sha1')];
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    for (const hash of [sha256, sha512, sha1]) hash.update(chunk);
  }
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('hex'), sha1: sha1.digest('hex') };
}
