import type { Tx } from '../../../platform/database/connect.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { TEST_EVENT } from '../../../registry/events.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { queueDeliveries } from './claim-deliveries.js';
import type { WebhookDelivery } from './delivery.type.js';
import { presentDelivery } from './present-delivery.js';
import { readOwnDelivery } from './read-deliveries.js';
import { readOwnSubscription } from './read-subscriptions.js';

/**
 * Queues a test event for one subscription, and returns its delivery. It is signed, retried and
 * logged like every other delivery. Throws the errors of `readOwnSubscription`, and `invalid_state`
 * if the subscription is disabled.
 */
export async function sendTest(
  ctx: RequestContext,
  subscriptionId: string,
): Promise<WebhookDelivery> {
  const { ownerId } = await readOwnSubscription(ctx, subscriptionId);
  const id = newId();
  const now = ctx.platform.clock.now();
  const make = async (tx: Tx) => {
    await requireActive(tx, subscriptionId);
    const event = { id: newId(), kind: TEST_EVENT, subjectId: subscriptionId, userId: ownerId };
    // The event counts as fanned out, because no other subscription gets it.
    await tx.outboxEvent.create({
      data: { ...event, data: {}, occurredAt: now, fannedOutAt: now },
    });
    const delivery = { id, ownerId, subscriptionId, eventId: event.id, firstOfEventId: event.id };
    await tx.webhookDelivery.create({
      data: { ...delivery, nextAttemptAt: now, createdAt: now, updatedAt: now },
    });
    await queueDeliveries(tx, [subscriptionId], now);
    const target = { targetKind: 'webhook_subscription', targetId: subscriptionId };
    await audit(tx, ctx, { action: 'webhook.tested', ...target, data: { delivery_id: id } });
    return readOwnDelivery(ctx, id, tx);
  };
  const row = await transact(ctx, make, () => id);
  return presentDelivery(ctx, row);
}

/**
 * Locks the subscription, so that disabling it concurrently also cancels this delivery. Throws
 * `invalid_state` if it is disabled.
 */
async function requireActive(tx: Tx, id: string): Promise<void> {
  const [subscription] = await tx.$queryRaw<{ state: string }[]>`
    select state::text from webhook_subscriptions where id = ${id}::uuid for share`;
  if (subscription?.state !== 'active') throw problem('invalid_state', { detail: NOT_ACTIVE });
}

const NOT_ACTIVE: TextForPeople = {
  en: 'The webhook subscription is disabled; enable it first, then send the test.',
  ru: 'Подписка на вебхуки выключена; сначала включите её, затем отправьте тест.',
  de: 'Das Webhook-Abonnement ist ausgeschaltet; schalten Sie es zuerst ein und senden Sie dann den Test.',
};
