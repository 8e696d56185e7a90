import { problem } from '../../../registry/errors.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import type { BlockedHash } from './blocked-hash.type.js';
import { requireOthersBytes } from './others-bytes.js';
import { presentBlocked } from './present-blocked.js';

/**
 * Removes an entry from the blocklist; the row is kept. Bytes that the entry made unsafe stay so
 * until an admin clears them. Throws `not_found` if the entry is not on the list, and
 * `step_up_required`. Throws `forbidden` for bytes of a file or an upload of the viewer, or of one
 * of their teams.
 */
export async function unblockHash(ctx: RequestContext, id: string): Promise<BlockedHash> {
  const { userId } = requireAdmin(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  const row = await transact(ctx, async (tx) => {
    const [removed] = await tx.blockedHash.updateManyAndReturn({
      where: { id, removedAt: null },
      data: { removedAt: ctx.platform.clock.now(), removedById: userId },
    });
    if (!removed) throw problem('not_found');
    await requireOthersBytes(ctx, tx, removed.sha256);
    await audit(tx, ctx, {
      action: 'blocked_hash.removed',
      targetKind: 'blocked_hash',
      targetId: id,
      data: { sha256: removed.sha256, name: removed.name },
    });
    return removed;
  });
  return presentBlocked(row);
}
