import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import type { RequestContext } from '../../../request/context.js';

/** Blobs that need further digests and whose bytes stay. */
const WANTED = { state: 'sealed', removedAt: null, sha512: null } as const;

/**
 * Reads the bytes of a blob once and stores the digests that other catalogs use: SHA-512 and SHA-1.
 * Bytes that differ from their SHA-256 get none and are logged. Does nothing for a blob that has a
 * SHA-512, is not sealed, or was removed. Uses the memory of one chunk for any size. Throws errors
 * of the store, and the reason of an aborted `signal`.
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
    log.error({ blob: id, sha256: blob.sha256, read: sha256 }, 'stored bytes have changed');
    return;
  }
  await db.blob.updateMany({ where: { id, ...WANTED }, data: { sha512, sha1 } });
}

async function digestsOf(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const sha256 = createHash('sha256');
  const sha512 = createHash('sha512');
  const sha1 = createHash('sha1');
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    for (const hash of [sha256, sha512, sha1]) hash.update(chunk);
  }
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('hex'), sha1: sha1.digest('hex') };
}

/** Blobs per run; the next run continues. */
const MOST = 1_000;

/** Queues the computation of a blob's further digests, outside of its upload. */
export async function queueDigest(tx: Tx, blobId: string): Promise<void> {
  await enqueue(tx, { kind: 'digest-blob', payload: { blobId }, dedupeKey: blobId });
}

/**
 * Queues the digests of older blobs, and of those whose job was lost or abandoned. Skips blobs with
 * a row in `jobs`. The row stays for a week after the job ends, so that unreadable bytes are not
 * tried more often. Returns the number of queued jobs.
 */
export async function queueDigests({ platform }: RequestContext): Promise<number> {
  const due = await platform.db.$queryRaw<{ id: string }[]>`
    select b.id from blobs b
    where b.sha512 is null and b.state = 'sealed' and b.removed_at is null
      and not exists (select 1 from jobs j
        where j.kind = 'digest-blob' and j.dedupe_key = b.id::text)
    order by b.id limit ${MOST}`;
  for (const { id } of due) await queueDigest(platform.db, id);
  return due.length;
}
