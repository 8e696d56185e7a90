import type { BlobModel } from '../../../platform/database/generated/models.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { healBlob } from './heal-blob.js';
import { verifyBlob } from './verify-blob.js';

/**
 * Verifies stored bytes, the longest unverified first, up to a limit of bytes and blobs; the last
 * blob may exceed it. Each result is committed separately, so a run may stop anywhere and the next
 * one continues. Then it tries to heal one corrupt blob. Throws if the store does not respond, and
 * the reason of an aborted `signal`.
 */
export async function verifyBlobs(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  let leftBytes = LIMITS.verifyRunBytes;
  for (let count = 0; count < LIMITS.verifyRunBlobs && leftBytes > 0; count += 1) {
    signal.throwIfAborted();
    const blob = await nextDue(ctx, 'sealed');
    if (!blob) break;
    await verifyBlob(ctx, blob, signal);
    leftBytes -= Number(blob.sizeBytes);
  }
  const corrupt = await nextDue(ctx, 'corrupt');
  if (corrupt) await healBlob(ctx, corrupt, signal);
}

/** The blob in a state that is overdue the longest, or null. */
function nextDue(
  { platform: { db, clock } }: RequestContext,
  state: 'sealed' | 'corrupt',
): Promise<BlobModel | null> {
  return db.blob.findFirst({
    where: { state, removedAt: null, verifyDueAt: { lte: clock.now() } },
    orderBy: [{ verifyDueAt: 'asc' }, { id: 'asc' }],
  });
}
