import { providersOn } from '../../../platform/switches.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { queueOnce } from './queue-examination.js';

/** References per run; the next run continues. */
const BATCH = 200;

/**
 * Queues an examination of every reference that was not checked for a day and has none waiting.
 * Includes files of withdrawn versions, because they may be restored. Spec 4.2, 4.3.
 */
export async function checkReferences(ctx: RequestContext): Promise<void> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const before = new Date(now.getTime() - LIMITS.referenceCheckSeconds * 1000);
  const due = await db.externalReference.findMany({
    where: {
      state: { in: ['verified', 'stale'] },
      provider: { in: providersOn(ctx.platform, 'worker') },
      checkedAt: { lte: before },
      validations: {
        none: {
          OR: [{ createdAt: { gt: before } }, { state: { in: ['pending', 'processing'] } }],
        },
      },
    },
    orderBy: { checkedAt: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  for (const { id } of due) await transact(ctx, (tx) => queueOnce(tx, id, now));
}
