import type { Tx } from '../../../platform/database/connect.js';
import type { BlobModel } from '../../../platform/database/generated/models.js';
import { readLater, verifyToEnd } from '../../../platform/storage/byte-streams.js';
import type { MeasuredBytes, ObjectHead } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { lockDigest } from '../blobs/blob-in-use.js';
import { requireNoRemoval } from '../removals/remove-object.js';
import { isKnownUnsafe } from '../safety/record-scan.js';
import { restoreBlob } from '../safety/unsafe-blob.js';

/**
 * Makes a corrupt blob available again if the store has its right bytes, for example after a
 * missing disk was mounted. Otherwise replaces the bytes with the copy in the mirror, and reads
 * them again before the blob becomes available. It removes nothing, because an upload may have
 * stored right bytes and not yet committed. Without a right copy, or after a failure, the blob
 * stays corrupt until the next try an hour later. Returns false only after a failure, which it logs;
 * true does not mean that the blob is available. Throws the reason of an aborted `signal`, and the
 * error of the database if it cannot store the time of the next try.
 */
export async function healBlob(
  ctx: RequestContext,
  blob: BlobModel,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock, log } = ctx.platform;
  const { id, sha256 } = blob;
  const verifyDueAt = new Date(clock.now().getTime() + LIMITS.verifyRetrySeconds * 1000);
  await db.blob.updateMany({ where: { id, state: 'corrupt' }, data: { verifyDueAt } });
  try {
    const head = await rightHead(ctx, blob, signal);
    if (head !== null) {
      const isRestored = await restore(ctx, blob, head);
      if (isRestored) log.warn({ blob: id, sha256 }, 'corrupt bytes are intact again');
    } else if (await replaceBytes(ctx, blob, signal)) {
      log.warn({ blob: id, sha256 }, 'corrupt bytes were replaced by the copy in the mirror');
    }
    return true;
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error, blob: id, sha256 }, 'corrupt bytes could not be repaired');
    return false;
  }
}

/** The head of the object if its bytes are right, else null. Throws if the store is unavailable. */
async function rightHead(
  { platform: { storage } }: RequestContext,
  { sha256, sizeBytes, storageKey: key }: BlobModel,
  signal: AbortSignal,
): Promise<ObjectHead | null> {
  try {
    const head = await storage.head(key);
    const measured = { sha256, sizeBytes: Number(sizeBytes) };
    if (head) await verifyToEnd(await storage.readTransient(key), measured, signal);
    return head;
  } catch {
    signal.throwIfAborted();
    await storage.ping();
    return null;
  }
}

/** Returns false without a reachable copy, and if the blob is known unsafe or no longer corrupt. */
async function replaceBytes(
  ctx: RequestContext,
  blob: BlobModel,
  signal: AbortSignal,
): Promise<boolean> {
  const { storage, mirror, db } = ctx.platform;
  const { sha256, storageKey: key, contentType } = blob;
  if (!mirror?.isUp() || blob.mirroredAt === null) return false;
  if (!(await db.$transaction((tx) => isHealable(ctx, tx, blob)))) return false;
  const measured: MeasuredBytes = { sha256, sizeBytes: Number(blob.sizeBytes) };
  const copy = readLater(() => mirror.storage.readTransient(key));
  await storage.replace(key, copy, { measured, contentType }, signal);
  const head = await storage.head(key);
  await verifyToEnd(await storage.readTransient(key), measured, signal);
  return head !== null && restore(ctx, blob, head);
}

/**
 * Makes the files of a blob available again. Returns false if it is known unsafe or no longer
 * corrupt.
 */
function restore(ctx: RequestContext, blob: BlobModel, { etag }: ObjectHead): Promise<boolean> {
  return transact(ctx, async (tx) => {
    if (!(await isHealable(ctx, tx, blob)) || (await isKnownUnsafe(tx, blob.sha256))) return false;
    await restoreBlob(ctx, tx, { blob, etag });
    return true;
  });
}

/**
 * Locks the digest, and returns whether the blob is still corrupt. Throws `StillBeingRemoved` if a
 * pending removal could delete the new bytes.
 */
async function isHealable({ platform }: RequestContext, tx: Tx, blob: BlobModel): Promise<boolean> {
  await lockDigest(tx, blob.sha256);
  await requireNoRemoval(tx, [blob.storageKey], platform.clock.now());
  const where = { id: blob.id, state: 'corrupt', removedAt: null } as const;
  return (await tx.blob.count({ where })) > 0;
}
