import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';

/**
 * Cancels waiting deliveries of subscriptions, in the transaction that disables or deletes them. A
 * running attempt completes but is not retried.
 */
export async function cancelDeliveries(
  tx: Tx,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<void> {
  const state = { in: sources(LIFECYCLES.webhookDelivery, 'cancel') };
  await tx.webhookDelivery.updateMany({
    where: { subscriptionId: { in: [...subscriptionIds] }, state },
    data: {
      state: LIFECYCLES.webhookDelivery.events.cancel.to,
      nextAttemptAt: null,
      updatedAt: now,
    },
  });
}
