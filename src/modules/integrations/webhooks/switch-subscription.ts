import type { Tx } from '../../../platform/database/connect.js';
import type { WebhookSubscriptionModel } from '../../../platform/database/generated/models.js';
import { LIFECYCLES } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { cancelDeliveries } from '../../identity/index.js';
import { requireActiveQuota } from './require-quota.js';

/**
 * Enables or disables a subscription that its caller has locked and that is in the other state.
 * Throws `invalid_state` with the limit that enabling would exceed.
 */
export async function switchSubscription(
  tx: Tx,
  ctx: RequestContext,
  held: WebhookSubscriptionModel,
  enabled: boolean,
): Promise<void> {
  const { id } = held;
  const { enable, disable } = LIFECYCLES.webhookSubscription.events;
  if (!enabled) {
    const data = { state: disable.to, exhaustedInARow: 0, disabledReason: 'owner' as const };
    await tx.webhookSubscription.update({ where: { id }, data });
    await cancelDeliveries(tx, [id], ctx.platform.clock.now());
    return;
  }
  await requireActiveQuota(tx, held);
  const data = { state: enable.to, exhaustedInARow: 0, disabledReason: null };
  await tx.webhookSubscription.update({ where: { id }, data });
  // Events from the time when it was disabled may not be fanned out yet.
  await tx.$executeRaw`
    update webhook_subscriptions set since = pg_current_snapshot() where id = ${id}::uuid`;
}
