import type { Tx } from '../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { auditAll } from '../../request/outbox.js';
import { cancelDeliveries } from './cancel-deliveries.js';

/** Whose subscriptions: those that an application made, for everybody or for one user. */
export interface SubscriptionsOf {
  readonly clientId: string;
  readonly userId?: string;
}

/**
 * Disables what an application subscribed to, in the transaction that ends what it was allowed, and
 * cancels what waits: allowed again later, it does not find its old addresses at work. Their owner may
 * switch them on again. Three statements at most.
 */
export async function disableSubscriptions(
  tx: Tx,
  ctx: RequestContext,
  { clientId, userId }: SubscriptionsOf,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const ended = await tx.webhookSubscription.updateManyAndReturn({
    where: {
      ...{ clientId, ...(userId ? { ownerId: userId } : {}) },
      state: { in: sources(LIFECYCLES.webhookSubscription, 'disable') },
    },
    data: {
      state: LIFECYCLES.webhookSubscription.events.disable.to,
      ...{ revision: { increment: 1 }, updatedAt: now },
    },
    select: { id: true },
  });
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await cancelDeliveries(tx, ids, now);
  await auditAll(
    tx,
    ctx,
    ids.map((targetId) => ({
      ...{ action: 'webhook.disabled', targetKind: 'webhook_subscription', targetId },
      data: { client_id: clientId },
    })),
  );
}
