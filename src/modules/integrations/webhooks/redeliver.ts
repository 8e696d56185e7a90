import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { queueDeliveries } from './claim-deliveries.js';
import type { WebhookDelivery } from './delivery.type.js';
import { eligibleSubscriptions } from './eligible-subscriptions.js';
import { type DeliveryRow, presentDelivery } from './present-delivery.js';
import { readOwnDelivery } from './read-deliveries.js';

/**
 * Queues a new delivery of the event of delivery `id`, which may be in any state, and returns the
 * new one. `redeliveryOfId` names the first delivery, even if `id` is itself a redelivery. The
 * earlier deliveries stay unchanged. Spec 4.9, 6. Throws the errors of `readOwnDelivery`, `not_found`
 * also if the owner may not see the event any more, and `invalid_state` if the subscription is
 * disabled.
 */
export async function redeliver(ctx: RequestContext, id: string): Promise<WebhookDelivery> {
  const { userId } = requireUser(ctx);
  const known = await readOwnDelivery(ctx, id);
  const newDeliveryId = newId();
  const now = ctx.platform.clock.now();
  const make = async (tx: Tx) => {
    await requireActive(tx, known);
    const first = await lockDelivery(tx, ctx, id);
    await requireEligible(tx, first, now);
    const { subscriptionId } = first;
    await tx.webhookDelivery.create({
      data: {
        id: newDeliveryId,
        ownerId: userId,
        subscriptionId,
        eventId: first.eventId,
        redeliveryOfId: first.redeliveryOfId ?? first.id,
        nextAttemptAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    await queueDeliveries(tx, [subscriptionId], now);
    await audit(tx, ctx, {
      action: 'webhook.redelivered',
      targetKind: 'webhook_delivery',
      targetId: id,
      data: { delivery_id: newDeliveryId, event_id: first.eventId },
    });
    return readOwnDelivery(ctx, newDeliveryId, tx);
  };
  const row = await transact(ctx, make, () => newDeliveryId);
  return presentDelivery(ctx, row);
}

/**
 * Locks the subscription, so that disabling it concurrently also cancels this delivery. Throws
 * `invalid_state` if it is disabled.
 */
async function requireActive(tx: Tx, { subscriptionId }: DeliveryRow): Promise<void> {
  const [subscription] = await tx.$queryRaw<{ state: string }[]>`
    select state::text from webhook_subscriptions where id = ${subscriptionId}::uuid for share`;
  if (subscription?.state !== 'active') throw problem('invalid_state', { detail: NOT_ACTIVE });
}

const NOT_ACTIVE: TextForPeople = {
  en: 'The webhook subscription of this delivery is disabled; enable it first, then repeat the delivery.',
  ru: 'Подписка на вебхуки этой доставки выключена; сначала включите её, затем повторите доставку.',
  de: 'Das Webhook-Abonnement dieser Zustellung ist ausgeschaltet; schalten Sie es zuerst ein und wiederholen Sie dann die Zustellung.',
};

/**
 * Reads the delivery and its event again under a lock, because old ones may be removed at any time.
 */
async function lockDelivery(tx: Tx, ctx: RequestContext, id: string): Promise<DeliveryRow> {
  await tx.$queryRaw`
    select from webhook_deliveries d join outbox_events e on e.id = d.event_id
    where d.id = ${id}::uuid for key share`;
  return readOwnDelivery(ctx, id, tx);
}

async function requireEligible(
  tx: Tx,
  { subscriptionId, eventId }: DeliveryRow,
  now: Date,
): Promise<void> {
  const event = Prisma.sql`select id, kind, mod_id, user_id from outbox_events
    where id = ${eventId}::uuid`;
  const [eligible] = await tx.$queryRaw<unknown[]>`
    select 1 as one from (${eligibleSubscriptions(event, now)}) h where h.subscription_id = ${subscriptionId}::uuid`;
  if (!eligible) throw problem('not_found');
}
