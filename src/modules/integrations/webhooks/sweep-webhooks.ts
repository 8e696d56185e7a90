import type { Database, Tx } from '../../../platform/database/connect.js';
import { inBatches } from '../../../platform/database/in-batches.js';
import type { WebhookBacklog } from '../../../platform/metrics.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES } from '../../../registry/states.js';
import { disableOrphanedSubscriptions } from '../../identity/index.js';
import { queueDeliveries } from './claim-deliveries.js';

/** Subscriptions without a job that one run queues. */
const FORGOTTEN_MAX = 1_000;
/** A delivery that is overdue for this long has lost its job. */
const FORGOTTEN_SECONDS = 600;

/**
 * Removes deliveries that ended at least 30 days ago, events of that age that were fanned out and
 * have no delivery, and deleted subscriptions without deliveries. Removes previous secrets after
 * their overlap. Queues jobs for overdue deliveries that have none. Disables subscriptions of ended
 * tokens and keys. Each removal ends after 30 seconds (`inBatches`); the next run continues.
 */
export async function sweepWebhooks(platform: Platform): Promise<void> {
  const { db, clock, queue } = platform;
  await disableOrphanedSubscriptions(platform);
  const now = clock.now();
  const keptSince = new Date(now.getTime() - LIMITS.webhookDeliveryKeptSeconds * 1000);
  await removeDeliveries(db, keptSince);
  await removeEvents(db, keptSince);
  await db.webhookSubscription.updateMany({
    where: { previousUntil: { lte: now } },
    data: { previousSecret: null, previousUntil: null },
  });
  await removeSubscriptions(db);
  await db.$transaction((tx) => queueForgotten(tx, now));
  queue.wake();
}

async function removeDeliveries(db: Database, keptSince: Date): Promise<void> {
  const { final } = LIFECYCLES.webhookDelivery;
  await inBatches(
    (rows) => db.$executeRaw`
      delete from webhook_deliveries where id = any(array(
        select id from webhook_deliveries
        where state = any(${[...final]}::"DeliveryState"[]) and updated_at <= ${keptSince}::timestamptz
        limit ${rows} for update skip locked))`,
  );
}

async function removeEvents(db: Database, keptSince: Date): Promise<void> {
  await inBatches(
    (rows) => db.$executeRaw`
      delete from outbox_events where id = any(array(
        select e.id from outbox_events e
        where e.occurred_at <= ${keptSince}::timestamptz and e.fanned_out_at is not null
          and not exists (select from webhook_deliveries d where d.event_id = e.id)
        limit ${rows} for update skip locked))`,
  );
}

async function removeSubscriptions(db: Database): Promise<void> {
  await inBatches(
    (rows) => db.$executeRaw`
      delete from webhook_subscriptions where id = any(array(
        select s.id from webhook_subscriptions s
        where s.state = 'deleted'
          and not exists (select from webhook_deliveries d where d.subscription_id = s.id)
        limit ${rows} for update skip locked))`,
  );
}

/** Queues jobs for subscriptions whose overdue deliveries have none. */
async function queueForgotten(tx: Tx, now: Date): Promise<void> {
  const forgottenSince = new Date(now.getTime() - FORGOTTEN_SECONDS * 1000);
  const forgotten = await tx.$queryRaw<{ id: string }[]>`
    select s.id from webhook_subscriptions s
    where s.state = 'active' and exists (
        select from webhook_deliveries d
        where d.subscription_id = s.id and d.next_attempt_at <= ${forgottenSince}::timestamptz)
      and not exists (
        select from jobs j where j.kind = 'deliver-webhook' and j.dedupe_key = s.id::text
          and j.state in ('queued', 'processing'))
    limit ${FORGOTTEN_MAX}`;
  const ids = forgotten.map(({ id }) => id);
  await queueDeliveries(tx, ids, now);
}

/**
 * The numbers of events that are not fanned out, and of deliveries by unfinished state, for
 * operators; one statement.
 */
export async function readWebhookBacklog(db: Database): Promise<WebhookBacklog> {
  const [row] = await db.$queryRaw<WebhookBacklog[]>`
    select (select count(*)::int from outbox_events where fanned_out_at is null) as events,
      count(*) filter (where state = 'pending')::int as pending,
      count(*) filter (where state = 'delivering')::int as delivering,
      count(*) filter (where state = 'retrying')::int as retrying
    from webhook_deliveries where state in ('pending', 'delivering', 'retrying')`;
  return row ?? { events: 0, pending: 0, delivering: 0, retrying: 0 };
}
