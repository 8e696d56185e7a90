import type { Tx } from '../../../platform/database/connect.js';

/** Moves the subscriptions of a key to its replacement, in the transaction of the rotation. */
export async function carrySubscriptions(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.webhookSubscription.updateMany({
    where: { credentialId: fromId, state: { not: 'deleted' } },
    data: { credentialId: toId },
  });
}
