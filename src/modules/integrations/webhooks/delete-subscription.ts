import type { Tx } from '../../../platform/database/connect.js';
import type { WebhookSubscriptionModel } from '../../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { missing } from '../../../request/missing.js';
import { transact } from '../../../request/transact.js';
import { cancelDeliveries } from '../../identity/index.js';
import { readOwnSubscription } from './read-subscriptions.js';
import { recordWebhook } from './record-webhook.js';

/**
 * Deletes a subscription for good, with its secrets, its description and its URL except the origin.
 * Waiting and running deliveries are cancelled, and its id returns 410 from then on. Returns the
 * id. Throws the errors of `readOwnSubscription`.
 */
export async function deleteSubscription(ctx: RequestContext, id: string): Promise<string> {
  const row = await readOwnSubscription(ctx, id);
  await transact(ctx, async (tx) => {
    if (!(await remove(tx, ctx, row))) throw await missing(ctx, id, 'not_found', tx);
  });
  return id;
}

/**
 * Deletes all subscriptions of a deleted account, each in its own transaction. After an error, a
 * repeated call deletes the rest.
 */
export async function deleteSubscriptionsOf(ctx: RequestContext, ownerId: string): Promise<void> {
  const rows = await ctx.platform.db.webhookSubscription.findMany({
    where: { ownerId, state: { in: sources(LIFECYCLES.webhookSubscription, 'delete') } },
  });
  for (const row of rows) await transact(ctx, (tx) => remove(tx, ctx, row));
}

/** Returns false if the subscription is deleted already. */
async function remove(
  tx: Tx,
  ctx: RequestContext,
  row: WebhookSubscriptionModel,
): Promise<boolean> {
  const { id } = row;
  const now = ctx.platform.clock.now();
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
  if (count === 0) return false;
  await cancelDeliveries(tx, [id], now);
  await tx.tombstone.create({ data: { id, entity: 'webhook_subscription' } });
  await recordWebhook(tx, ctx, row, 'deleted');
  return true;
}
