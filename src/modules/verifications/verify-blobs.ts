import type { BlobModel } from '../../platform/database/generated/models.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { healBlob } from './heal-blob.js';
import { verifyBlob } from './verify-blob.js';

/**
 * Reads stored bytes again, the longest unread first, up to a bounded number of bytes and blobs; the
 * last one may exceed it. Each is settled by itself, so a run may be killed anywhere, and the next
 * one goes on where it stopped. Then tries to heal one corrupt blob. Throws if the store does not
 * answer, and the reason of an aborted `signal`.
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

/** The blob of a state that is due for the longest time; null if none is. */
function nextDue(
  { platform: { db, clock } }: RequestContext,
  state: 'sealed' | 'corrupt',
): Promise<BlobModel | null> {
  return db.blob.findFirst({
    where: { state, removedAt: null, verifyDueAt: { lte: clock.now() } },
    orderBy: [{ verifyDueAt: 'asc' }, { id: 'asc' }],
  });
}
