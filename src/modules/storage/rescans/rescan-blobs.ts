import { enqueue } from '../../../platform/queue/enqueue.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { checkedSha256 } from '../safety/checked.js';
import type { RescanOrder } from './rescan.type.js';

/**
 * Orders a rescan of bytes that were scanned before now: all bytes that files use, or one digest.
 * An order for one digest applies in any state and also after an interrupted rescan. Inserts one
 * row; the job derives its work from it. Throws `invalid_sha256`, `step_up_required`.
 */
export async function rescanBlobs(
  ctx: RequestContext,
  sha256Text: string | null,
): Promise<RescanOrder> {
  const { userId } = requireAdmin(ctx);
  requireStepUp(ctx);
  const sha256 = sha256Text === null ? null : checkedSha256(sha256Text);
  return transact(ctx, async (tx) => {
    const createdAt = ctx.platform.clock.now();
    const order = await tx.rescanOrder.create({
      data: { sha256, requestedById: userId, createdAt },
    });
    if (sha256 !== null)
      await tx.blob.updateMany({ where: { sha256 }, data: { rescanAfter: null } });
    await enqueue(tx, { kind: 'rescan-blobs', payload: {}, dedupeKey: 'more' });
    await audit(tx, ctx, {
      action: 'rescan.ordered',
      targetKind: 'rescan',
      targetId: order.id,
      data: { sha256 },
    });
    return { id: order.id, sha256, createdAt };
  });
}
