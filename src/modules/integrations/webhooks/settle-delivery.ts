import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { cancelDeliveries, notify } from '../../identity/index.js';
import type { ClaimedDelivery } from './claim-deliveries.js';
import type { Attempt } from './send-delivery.js';

/** The event of the delivery's lifecycle that the result of an attempt causes. */
type AttemptEvent = 'succeed' | 'retry' | 'exhaust';

/**
 * Stores the result of an attempt (Spec 6). A success completes the delivery, a failure schedules
 * the next attempt, and the eighth failure exhausts it. The fifth exhausted delivery in a row
 * disables the subscription, cancels its waiting deliveries, and writes an audit line and a mail to
 * the owner. A success resets that count. Does nothing if this run no longer holds the lease of the
 * delivery.
 */
export async function settleDelivery(
  ctx: RequestContext,
  delivery: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const event = eventOf(delivery, attempt);
  const now = ctx.platform.clock.now();
  const { status, failure, latencyMs, snippet } = attempt;
  await transact(ctx, async (tx) => {
    if (event !== 'retry') await lockSubscription(tx, delivery.subscriptionId);
    const isOurs = await move(tx, delivery, event, {
      nextAttemptAt: event === 'retry' ? nextAttempt(delivery.attemptCount, now) : null,
      lastStatus: status,
      lastFailure: failure,
      lastLatencyMs: latencyMs,
      lastSnippet: snippet,
      updatedAt: now,
    });
    if (!isOurs) return;
    if (event === 'succeed') await resetFailures(tx, delivery.subscriptionId);
    if (event === 'exhaust') await countExhausted(tx, ctx, delivery.subscriptionId, now);
  });
}

/**
 * Makes a delivery due again after the end of the process interrupted its attempt. The attempt does
 * not count.
 */
export async function releaseDelivery(
  ctx: RequestContext,
  delivery: ClaimedDelivery,
): Promise<void> {
  const now = ctx.platform.clock.now();
  await transact(ctx, (tx) =>
    move(tx, delivery, 'retry', {
      nextAttemptAt: now,
      attemptCount: { decrement: 1 },
      updatedAt: now,
    }),
  );
}

/** The time of the attempt after a failed one; `attemptCount` includes the failed one. */
function nextAttempt(attemptCount: number, now: Date): Date {
  const { webhookBackoffSeconds, webhookBackoffFactor } = LIMITS;
  const seconds = webhookBackoffSeconds * webhookBackoffFactor ** (attemptCount - 1);
  return new Date(now.getTime() + seconds * 1000);
}

function eventOf({ attemptCount }: ClaimedDelivery, { failure }: Attempt): AttemptEvent {
  if (failure === null) return 'succeed';
  return attemptCount < LIMITS.webhookAttempts ? 'retry' : 'exhaust';
}

/** Locks the subscription before its deliveries, like every change of a subscription. */
async function lockSubscription(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`
    select from webhook_subscriptions where id = ${id}::uuid for no key update`;
}

/** Applies an event, if this run still holds the lease. Returns whether it did. */
async function move(
  tx: Tx,
  { id, leaseUntil }: ClaimedDelivery,
  event: AttemptEvent,
  data: Prisma.WebhookDeliveryUpdateManyMutationInput,
): Promise<boolean> {
  const state = { in: sources(LIFECYCLES.webhookDelivery, event) };
  const { count } = await tx.webhookDelivery.updateMany({
    where: { id, state, nextAttemptAt: leaseUntil },
    data: { ...data, state: LIFECYCLES.webhookDelivery.events[event].to },
  });
  return count > 0;
}

/** Resets the count of exhausted deliveries after a success. */
async function resetFailures(tx: Tx, id: string): Promise<void> {
  await tx.webhookSubscription.updateMany({
    where: { id, exhaustedInARow: { gt: 0 } },
    data: { exhaustedInARow: 0 },
  });
}

/** Counts an exhausted delivery, and disables the subscription at the limit. */
async function countExhausted(tx: Tx, ctx: RequestContext, id: string, now: Date): Promise<void> {
  const { disable } = LIFECYCLES.webhookSubscription.events;
  const [counted] = await tx.webhookSubscription.updateManyAndReturn({
    where: { id, state: { in: [...disable.from] } },
    data: { exhaustedInARow: { increment: 1 } },
    select: { exhaustedInARow: true },
  });
  if (!counted || counted.exhaustedInARow < LIMITS.webhookExhaustedBeforeDisabled) return;
  const { ownerId, url } = await tx.webhookSubscription.update({
    where: { id },
    data: {
      state: disable.to,
      disabledReason: 'deliveries_failed',
      revision: { increment: 1 },
      updatedAt: now,
    },
    select: { ownerId: true, url: true },
  });
  await cancelDeliveries(tx, [id], now);
  await notify(tx, ctx, {
    userIds: [ownerId],
    template: 'webhook_disabled',
    params: { webhookId: id, host: new URL(url).host, count: String(counted.exhaustedInARow) },
  });
  await audit(tx, ctx, {
    action: 'webhook.disabled',
    targetKind: 'webhook_subscription',
    targetId: id,
    data: { exhausted_in_a_row: counted.exhaustedInARow },
  });
}
