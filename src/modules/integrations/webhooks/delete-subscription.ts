import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { missing } from '../../../request/missing.js';
import { transact } from '../../../request/transact.js';
import { cancelDeliveries } from '../../identity/index.js';
import { readOwnSubscription } from './own-subscription.js';
import { recordWebhook } from './record-webhook.js';

/**
 * Deletes a subscription for good, with its secrets, its description and its URL except the origin.
 * Waiting deliveries are cancelled, and its id returns 410 from then on. Returns the id. Throws
 * `not_found`, `gone`, `resource_scope_denied`.
 */
export async function deleteSubscription(ctx: RequestContext, id: string): Promise<string> {
  const row = await readOwnSubscription(ctx, id);
  const now = ctx.platform.clock.now();
  await transact(ctx, async (tx) => {
    const { count } = await tx.webhookSubscription.updateMany({
      where: { id, state: { in: sources(LIFECYCLES.webhookSubscription, 'delete') } },
      data: {
        state: LIFECYCLES.webhookSubscription.events.delete.to,
        secret: new Uint8Array(),
        previousSecret: null,
        previousUntil: null,
        description: null,
        // The rest of the URL may be a secret between its owner and the receiver.
        url: new URL(row.url).origin,
        revision: { increment: 1 },
        updatedAt: now,
      },
    });
    if (count === 0) throw await missing(ctx, id, 'not_found', tx);
    await cancelDeliveries(tx, [id], now);
    await tx.tombstone.create({ data: { id, entity: 'webhook_subscription' } });
    await recordWebhook(tx, ctx, row, 'deleted');
  });
  return id;
}
