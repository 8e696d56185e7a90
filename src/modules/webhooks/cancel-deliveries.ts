import type { Tx } from '../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../registry/states.js';

/**
 * Ends what waits to be delivered to a subscription, in the transaction that disables or deletes it.
 * An attempt that is under way ends as it ends, and is not tried again.
 */
export async function cancelDeliveries(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { subscriptionId, state: { in: sources(LIFECYCLES.webhookDelivery, 'cancel') } },
    data: {
      state: LIFECYCLES.webhookDelivery.events.cancel.to,
      nextAttemptAt: null,
      updatedAt: now,
    },
  });
}
