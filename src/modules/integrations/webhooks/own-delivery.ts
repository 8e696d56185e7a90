import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { LIFECYCLES } from '../../../registry/states.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import type { WebhookDelivery } from './delivery.type.js';
import { ofApplication } from './of-application.js';
import { requireReach } from './own-subscription.js';
import { DELIVERY, type DeliveryRow, presentDelivery } from './present-delivery.js';

/** A delivery with the facts that decide about access. */
interface OwnedDelivery extends DeliveryRow {
  readonly limited: boolean;
  readonly modIds: readonly string[];
}

/**
 * A delivery to a subscription of the viewer. Throws `not_found` if it is unknown or already
 * removed, or if its subscription was deleted or belongs to another user or application. Throws
 * `resource_scope_denied` if the subscription has more mods than the credential covers.
 */
export async function readOwnDelivery(
  ctx: RequestContext,
  id: string,
  db: Tx = ctx.platform.db,
): Promise<DeliveryRow> {
  const viewer = requireUser(ctx);
  if (!isId(id)) throw problem('not_found');
  const [row] = await db.$queryRaw<OwnedDelivery[]>`
    select ${DELIVERY}, s.limited, s.mod_ids as "modIds"
    from webhook_deliveries d join outbox_events e on e.id = d.event_id
      join webhook_subscriptions s on s.id = d.subscription_id
    where d.id = ${id}::uuid and d.owner_id = ${viewer.userId}::uuid and s.state <> 'deleted'
      ${ofApplication(viewer)}`;
  if (!row) throw await missing(ctx, id, 'not_found', db);
  requireReach(viewer, { limited: row.limited, modIds: [...row.modIds] });
  return row;
}

/**
 * The response to a replayed redelivery: the delivery in its initial state, whatever happened
 * since. Throws like `readOwnDelivery`.
 */
export async function getRedelivery(ctx: RequestContext, id: string): Promise<WebhookDelivery> {
  const row = await readOwnDelivery(ctx, id);
  return presentDelivery(ctx.platform.publicUrl, {
    ...row,
    ...{ state: LIFECYCLES.webhookDelivery.initial, attemptCount: 0 },
    ...{ nextAttemptAt: row.createdAt, updatedAt: row.createdAt },
    ...{ lastStatus: null, lastFailure: null, lastLatencyMs: null, lastSnippet: null },
  });
}

/** The delivery in its current state. */
export async function getDelivery(ctx: RequestContext, id: string): Promise<WebhookDelivery> {
  return presentDelivery(ctx.platform.publicUrl, await readOwnDelivery(ctx, id));
}
