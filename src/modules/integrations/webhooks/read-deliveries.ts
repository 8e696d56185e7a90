import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { DeliveryState } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { problem } from '../../../registry/errors.js';
import { isEventKind } from '../../../registry/events.js';
import { LIFECYCLES } from '../../../registry/states.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { checkedId, isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { filtersOf, mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { applicationOf } from '../../../request/viewer.js';
import type { WebhookDelivery } from './delivery.type.js';
import { DELIVERY_COLUMNS, type DeliveryRow, presentDelivery } from './present-delivery.js';
import { ofApplication, requireReach, withinReach } from './read-subscriptions.js';

/** A delivery with the facts that decide about access. */
interface OwnedDelivery extends DeliveryRow {
  readonly limited: boolean;
  readonly modIds: readonly string[];
}

/**
 * A delivery to a subscription of the viewer. Throws `unauthorized`, and `not_found` if it is
 * unknown or already removed, or if its subscription was deleted or belongs to another user or
 * application. Throws `resource_scope_denied` if the subscription has more mods than the credential
 * covers.
 */
export async function readOwnDelivery(
  ctx: RequestContext,
  id: string,
  db: Tx = ctx.platform.db,
): Promise<DeliveryRow> {
  const viewer = requireUser(ctx);
  if (!isId(id)) throw problem('not_found');
  const [row] = await db.$queryRaw<OwnedDelivery[]>`
    select ${DELIVERY_COLUMNS}, s.limited, s.mod_ids as "modIds"
    from webhook_deliveries d join outbox_events e on e.id = d.event_id
      join webhook_subscriptions s on s.id = d.subscription_id
    where d.id = ${id}::uuid and d.owner_id = ${viewer.userId}::uuid and s.state <> 'deleted'
      ${ofApplication(viewer)}`;
  if (!row) throw await missing(ctx, id, 'not_found', db);
  requireReach(viewer, { limited: row.limited, modIds: [...row.modIds] });
  return row;
}

/**
 * The response to a replayed redelivery: the delivery in its initial state, also if it
 * changed since. Throws like `readOwnDelivery`.
 */
export async function getRedelivery(ctx: RequestContext, id: string): Promise<WebhookDelivery> {
  const row = await readOwnDelivery(ctx, id);
  return presentDelivery(ctx, {
    ...row,
    state: LIFECYCLES.webhookDelivery.initial,
    attemptCount: 0,
    nextAttemptAt: row.createdAt,
    updatedAt: row.createdAt,
    lastStatus: null,
    lastFailure: null,
    lastLatencyMs: null,
    lastSnippet: null,
  });
}

/** The delivery in its current state. Throws like `readOwnDelivery`. */
export async function getDelivery(ctx: RequestContext, id: string): Promise<WebhookDelivery> {
  return presentDelivery(ctx, await readOwnDelivery(ctx, id));
}

/**
 * The filters of a list of deliveries (Spec 4.1, reserved filters). A null or missing member does
 * not filter.
 */
interface DeliveryFilter {
  readonly subscriptionId?: string | null;
  readonly eventKind?: string | null;
  readonly deliveryStatus?: DeliveryState | null;
  /** Exclusive, like `nextAttemptBefore`. */
  readonly createdAfter?: Date | null;
  readonly nextAttemptBefore?: Date | null;
}

/**
 * The deliveries of the viewer's own subscriptions, newest first, until they are removed. Excludes
 * deleted subscriptions, and those with more mods than the credential covers. Spec 4.9. Throws
 * `unauthorized`, and `invalid_input` for an unknown event kind, a malformed id, and the faults of
 * `readPage`.
 */
export async function listDeliveries(
  ctx: RequestContext,
  filter: DeliveryFilter,
  page: PageInput,
): Promise<Page<WebhookDelivery>> {
  const viewer = requireUser(ctx);
  const { userId, credential } = viewer;
  const where = whereOf(filter);
  const rows = await readPage(ctx, page, {
    context: {
      resource: 'webhook-deliveries',
      sort: 'created',
      filters: {
        viewer: userId,
        application: applicationOf(viewer),
        credential: credential.modIds && credential.id,
        ...cursorFilters(filter),
      },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(DeliveryRow & SnapshotRow)[]>`
        select ${DELIVERY_COLUMNS}, ${SNAPSHOT}
        from webhook_deliveries d join outbox_events e on e.id = d.event_id
          join webhook_subscriptions s on s.id = d.subscription_id
        where d.owner_id = ${userId}::uuid and s.state <> 'deleted' ${ofApplication(viewer)}
          ${withinReach(viewer)} ${where}
          and ${committed(Prisma.sql`d.born_in`, snapshot)}
          ${after ? Prisma.sql`and (d.created_at, d.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by d.created_at desc, d.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  return mapPage(
    rows,
    rows.items.map((row) => presentDelivery(ctx, row)),
  );
}

/** The filters to which a cursor is bound. */
function cursorFilters(filter: DeliveryFilter) {
  const { subscriptionId, eventKind, deliveryStatus, createdAfter, nextAttemptBefore } = filter;
  return filtersOf<DeliveryFilter>({
    subscriptionId,
    eventKind,
    deliveryStatus,
    createdAfter,
    nextAttemptBefore,
  });
}

function whereOf(filter: DeliveryFilter): Prisma.Sql {
  const { eventKind, deliveryStatus, createdAfter, nextAttemptBefore } = filter;
  const { subscriptionId } = filter;
  const id = subscriptionId ? checkedId('subscriptionId', subscriptionId) : null;
  if (eventKind && !isEventKind(eventKind)) {
    throw problem('invalid_input', { fields: [{ field: 'eventKind', code: 'unknown_value' }] });
  }
  return Prisma.sql`
    ${id ? Prisma.sql`and d.subscription_id = ${id}::uuid` : Prisma.empty}
    ${eventKind ? Prisma.sql`and e.kind = ${eventKind}` : Prisma.empty}
    ${deliveryStatus ? Prisma.sql`and d.state = ${deliveryStatus}::"DeliveryState"` : Prisma.empty}
    ${createdAfter ? Prisma.sql`and d.created_at > ${createdAfter}` : Prisma.empty}
    ${nextAttemptBefore ? Prisma.sql`and d.next_attempt_at < ${nextAttemptBefore}` : Prisma.empty}`;
}
