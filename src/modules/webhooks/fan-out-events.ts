import type { Tx } from '../../platform/database/connect.js';
import { Prisma } from '../../platform/database/generated/client.js';
import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { transact } from '../../request/transact.js';
import { hearers } from './hearers.js';
import { queueDeliveries } from './queue-deliveries.js';

/** A run ends after so many batches; the next one goes on. */
const BATCHES = 50;

/**
 * Hands what happened to the subscriptions that want it and may hear of it (Spec 6). An event carries
 * a mark once it was handed on, so one that commits late is found whatever its stamp, and none twice: who takes a
 * batch locks it, and others pass it over. A subscription hears of what it did not see committed
 * when it was made. Five statements for each batch.
 */
export async function fanOutEvents(platform: Platform): Promise<void> {
  for (let at = 0; at < BATCHES; at += 1) {
    const now = platform.clock.now();
    const count = await transact({ platform, claim: null }, (tx) => fanOut(tx, now));
    if (count < LIMITS.webhookFanOutEvents) return;
  }
}

async function fanOut(tx: Tx, now: Date): Promise<number> {
  // Ordered as the index is, so that no backlog is sorted, however long it is.
  const batch = await tx.$queryRaw<{ id: string }[]>`
    select id from outbox_events where fanned_out_at is null
    order by fanned_out_at, occurred_at, id limit ${LIMITS.webhookFanOutEvents} for update skip locked`;
  if (batch.length === 0) return 0;
  const ids = batch.map(({ id }) => id);
  const events = Prisma.sql`select id, kind, mod_id, user_id from outbox_events
    where id = any(${ids}::uuid[])`;
  const told = await tx.$queryRaw<{ subscriptionId: string }[]>`
    insert into webhook_deliveries (id, owner_id, subscription_id, event_id, first_of_event_id,
      next_attempt_at, created_at, updated_at)
    select gen_random_uuid(), s.owner_id, s.id, e.id, e.id,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from (${hearers(events)}) h
      join outbox_events e on e.id = h.event_id
      join webhook_subscriptions s on s.id = h.subscription_id
    where e.kind = any(s.event_kinds)
      and (s.since is null or not pg_visible_in_snapshot(e.born_in, s.since))
    on conflict (subscription_id, first_of_event_id) do nothing
    returning subscription_id as "subscriptionId"`;
  await tx.$executeRaw`
    update outbox_events set fanned_out_at = ${now}::timestamptz where id = any(${ids}::uuid[])`;
  await queueDeliveries(
    tx,
    told.map(({ subscriptionId }) => subscriptionId),
    now,
  );
  return batch.length;
}
