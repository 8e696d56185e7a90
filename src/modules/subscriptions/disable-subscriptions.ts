import type { Tx } from '../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { auditAll } from '../../request/outbox.js';
import { cancelDeliveries } from './cancel-deliveries.js';

/** Selects subscriptions: those of an application, for one user or for all; those of tokens and keys. */
export type SubscriptionsOf =
  | { readonly clientId: string; readonly userId?: string }
  | { readonly credentialIds: readonly string[] };

/**
 * Disables the subscriptions of an application, a token or a key, in the transaction that ends it, and
 * cancels their waiting deliveries. They stay disabled if the application is allowed again. The owner
 * may enable them. Three statements at most.
 */
export async function disableSubscriptions(
  tx: Tx,
  ctx: RequestContext,
  of: SubscriptionsOf,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const ended = await tx.webhookSubscription.updateManyAndReturn({
    where: { ...whose(of), state: { in: sources(LIFECYCLES.webhookSubscription, 'disable') } },
    data: {
      state: LIFECYCLES.webhookSubscription.events.disable.to,
      disabledReason: 'clientId' in of ? 'application_ended' : 'credential_ended',
      ...{ revision: { increment: 1 }, updatedAt: now },
    },
    select: { id: true, credentialId: true },
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
    ended.map(({ id, credentialId }) => ({
      ...{ action: 'webhook.disabled', targetKind: 'webhook_subscription', targetId: id },
      data: 'clientId' in of ? { client_id: of.clientId } : { credential_id: credentialId },
    })),
  );
}

function whose(of: SubscriptionsOf) {
  if ('credentialIds' in of) return { credentialId: { in: [...of.credentialIds] } };
  return { clientId: of.clientId, ...(of.userId ? { ownerId: of.userId } : {}) };
}
