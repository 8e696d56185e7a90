import type { Tx } from '../../../platform/database/connect.js';
import type { WebhookEnd } from '../../../platform/database/generated/enums.js';
import type { Platform } from '../../../platform/platform.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { createSystemContext, type RequestContext } from '../../../request/context.js';
import { auditAll } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { activeCredential } from '../../../request/viewer.js';
import { type CreatedBy, causeOf } from '../created-access/created-by.js';

/**
 * Cancels waiting and running deliveries of subscriptions, in the transaction that disables or
 * deletes them. A running attempt completes, but its result is not stored and it is not retried.
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

/** Moves the subscriptions of a key to its replacement, in the transaction of the rotation. */
export async function transferSubscriptions(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.webhookSubscription.updateMany({
    where: { credentialId: fromId, state: { not: 'deleted' } },
    data: { credentialId: toId },
  });
}

/**
 * Disables active subscriptions, cancels their waiting and running deliveries, and writes an audit
 * line for each subscription. Call it in the transaction that ends the applications, tokens, keys
 * or sessions. The subscriptions stay disabled if the application is approved again; the owner may
 * enable them. Three statements at most.
 */
export async function disableSubscriptions(
  tx: Tx,
  ctx: RequestContext,
  of: CreatedBy,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const ended = await tx.webhookSubscription.updateManyAndReturn({
    where: { ...whose(of), state: { in: sources(LIFECYCLES.webhookSubscription, 'disable') } },
    data: {
      state: LIFECYCLES.webhookSubscription.events.disable.to,
      disabledReason: reasonOf(of),
      revision: { increment: 1 },
      updatedAt: now,
    },
    select: { id: true, clientId: true, credentialId: true },
  });
  if (ended.length === 0) return;
  await cancelDeliveries(
    tx,
    ended.map(({ id }) => id),
    now,
  );
  await auditAll(
    tx,
    ctx,
    ended.map(({ id, ...creator }) => ({
      action: 'webhook.disabled',
      targetKind: 'webhook_subscription',
      targetId: id,
      data: causeOf(of, creator),
    })),
  );
}

function reasonOf(of: CreatedBy): WebhookEnd {
  if ('credentialIds' in of) return 'credential_ended';
  return 'sessionsOf' in of ? 'access_ended' : 'application_ended';
}

/**
 * `sessionsOf` includes the subscriptions that a session enabled, redirected or gave a new secret
 * (`byPerson`).
 */
function whose(of: CreatedBy) {
  if ('credentialIds' in of) return { credentialId: { in: [...of.credentialIds] } };
  if ('sessionsOf' in of) {
    const ofSession = [{ clientId: null, credentialId: null }, { byPerson: true }];
    return { ownerId: of.sessionsOf, OR: ofSession };
  }
  if ('applicationsOf' in of) return { ownerId: of.applicationsOf, clientId: { not: null } };
  return { clientId: { in: [...of.clientIds] }, ...(of.userId ? { ownerId: of.userId } : {}) };
}

const BATCH = 1_000;

/**
 * Disables the webhook subscriptions of tokens and keys that have ended. One run handles up to
 * 1,000 tokens and keys. An expiry causes no request, so a job runs this every ten minutes. Until
 * then each delivery of such a subscription is cancelled separately.
 */
export async function disableOrphanedSubscriptions(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const ended = await db.$queryRaw<{ id: string }[]>`
    select distinct c.id from webhook_subscriptions s
    join credentials c on c.id = s.credential_id
    where s.state = 'active' and not (${activeCredential(clock.now())}) limit ${BATCH}`;
  if (ended.length === 0) return;
  const ctx = createSystemContext(platform, 'job sweep-webhooks');
  await transact(ctx, (tx) =>
    disableSubscriptions(tx, ctx, { credentialIds: ended.map(({ id }) => id) }),
  );
}
