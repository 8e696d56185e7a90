import type { BlobModel } from '../../../platform/database/generated/models.js';
import { verifyToEnd } from '../../../platform/storage/measure.js';
import {
  ObjectMissing,
  OtherBytes,
  StoreUnavailable,
} from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { type Corruption, quarantineBlob } from '../safety/quarantine-blob.js';
import { healBlob } from './heal-blob.js';

/**
 * The result of a read: right bytes, a fault of the bytes, or `unknown` after a fault of the store.
 */
type Finding = 'right' | 'unknown' | Corruption;

/**
 * Reads the bytes of a blob and compares their digest. If two consecutive reads find them wrong,
 * missing or unreadable, the blob is quarantined. Throws if the store does not respond at all.
 */
export async function verifyBlob(
  ctx: RequestContext,
  blob: BlobModel,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = ctx.platform;
  const { id, sha256, etag, verifyDueAt } = blob;
  let finding = await readBlob(ctx, blob, signal);
  if (finding !== 'right') finding = await readBlob(ctx, blob, signal);
  if (finding === 'right' || finding === 'unknown') {
    const now = clock.now();
    const { verifyIntervalSeconds, verifyRetrySeconds } = LIMITS;
    const waitSeconds = finding === 'right' ? verifyIntervalSeconds : verifyRetrySeconds;
    const due = new Date(now.getTime() + waitSeconds * 1000);
    const verified = finding === 'right' ? { verifiedAt: now } : {};
    const where = { id, etag, verifyDueAt };
    await db.blob.updateMany({ where, data: { ...verified, verifyDueAt: due } });
    return;
  }
  const reason = finding;
  if (!(await transact(ctx, (tx) => quarantineBlob(ctx, tx, blob, reason)))) return;
  log.error({ blob: id, sha256, reason }, 'stored bytes are corrupt; their files are unavailable');
  await healBlob(ctx, blob, signal);
}

async function readBlob(
  { platform: { storage, log } }: RequestContext,
  { id, storageKey, sha256, sizeBytes }: BlobModel,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const bytes = await storage.readTransient(storageKey);
    await verifyToEnd(bytes, { sha256, sizeBytes: Number(sizeBytes) }, signal);
    return 'right';
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OtherBytes) return 'other_bytes';
    if (error instanceof ObjectMissing) return 'object_missing';
    // An outage of the store says nothing about the bytes; the job retries.
    await storage.ping();
    log.warn({ err: error, blob: id }, 'stored bytes could not be read');
    return error instanceof StoreUnavailable ? 'unknown' : 'unreadable';
  }
}
