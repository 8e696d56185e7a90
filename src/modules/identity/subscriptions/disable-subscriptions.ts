import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { auditAll } from '../../../request/outbox.js';
import { cancelDeliveries } from './cancel-deliveries.js';

/** Selects subscriptions by applications, of one user or of all, or by tokens and keys. */
export type SubscriptionsOf =
  | { readonly clientIds: readonly string[]; readonly userId?: string }
  | { readonly credentialIds: readonly string[] };

/**
 * Disables subscriptions and cancels their waiting deliveries. Call it in the transaction that ends
 * the applications, tokens or keys. They stay disabled if the application is approved again; the
 * owner may enable them. Three statements at most.
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
      disabledReason: 'clientIds' in of ? 'application_ended' : 'credential_ended',
      ...{ revision: { increment: 1 }, updatedAt: now },
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
    ended.map(({ id, clientId, credentialId }) => ({
      ...{ action: 'webhook.disabled', targetKind: 'webhook_subscription', targetId: id },
      data: 'clientIds' in of ? { client_id: clientId } : { credential_id: credentialId },
    })),
  );
}

function whose(of: SubscriptionsOf) {
  if ('credentialIds' in of) return { credentialId: { in: [...of.credentialIds] } };
  return { clientId: { in: [...of.clientIds] }, ...(of.userId ? { ownerId: of.userId } : {}) };
}
