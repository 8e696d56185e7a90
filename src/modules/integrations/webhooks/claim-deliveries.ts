import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { JOBS } from '../../../registry/jobs.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { eligibleSubscriptions } from './eligible-subscriptions.js';
import type { DeliveredEvent } from './event-delivery.js';

/**
 * A delivery that this run sends now. `secret` and `previousSecret` are sealed. `previousSecret`
 * signs only before `previousUntil`; both are null without a recent rotation.
 */
export interface ClaimedDelivery extends DeliveredEvent {
  readonly subscriptionId: string;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
  readonly previousUntil: Date | null;
  /** The number of this attempt: 1 for the first. An interrupted attempt does not count twice. */
  readonly attemptCount: number;
  /** No other run sends it before this time. It also identifies the claiming run. */
  readonly leaseUntil: Date;
}

/**
 * `due` is the number of deliveries that were due, including those that were cancelled.
 * `deliveries` are those to send now.
 */
interface Claim {
  readonly due: number;
  readonly deliveries: readonly ClaimedDelivery[];
}

/**
 * Claims up to `webhookDeliveriesAtOnce` due deliveries of a subscription. Cancels those for whose
 * event the subscription is no longer eligible (`eligibleSubscriptions`). Two concurrent runs never
 * claim the same one. If a worker was killed, its deliveries are claimed again after their lease.
 * Four statements.
 */
export function claimDeliveries(ctx: RequestContext, subscriptionId: string): Promise<Claim> {
  const now = ctx.platform.clock.now();
  return transact(ctx, async (tx) => {
    const due = await tx.$queryRaw<{ id: string; eventId: string }[]>`
      select id, event_id as "eventId" from webhook_deliveries
      where subscription_id = ${subscriptionId}::uuid and next_attempt_at <= ${now}::timestamptz
        and state = any(${sources(LIFECYCLES.webhookDelivery, 'attempt')}::"DeliveryState"[])
      order by next_attempt_at, id limit ${LIMITS.webhookDeliveriesAtOnce}
      for update skip locked`;
    if (due.length === 0) return { due: 0, deliveries: [] };
    const eligible = await eligibleEvents(tx, subscriptionId, due, now);
    const ids = (isEligible: boolean) =>
      due.filter(({ eventId }) => eligible.has(eventId) === isEligible).map(({ id }) => id);
    await cancel(tx, ids(false), now);
    return { due: due.length, deliveries: await take(tx, ids(true), now) };
  });
}

async function eligibleEvents(
  tx: Tx,
  subscriptionId: string,
  due: readonly { readonly eventId: string }[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const events = Prisma.sql`select id, kind, mod_id, user_id from outbox_events
    where id = any(${due.map(({ eventId }) => eventId)}::uuid[])`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select h.event_id as id from (${eligibleSubscriptions(events, now)}) h
    where h.subscription_id = ${subscriptionId}::uuid`;
  return new Set(rows.map(({ id }) => id));
}

async function cancel(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { id: { in: [...ids] } },
    data: {
      state: LIFECYCLES.webhookDelivery.events.cancel.to,
      nextAttemptAt: null,
      updatedAt: now,
    },
  });
}

function take(tx: Tx, ids: readonly string[], now: Date): Promise<ClaimedDelivery[]> {
  const { to } = LIFECYCLES.webhookDelivery.events.attempt;
  const leaseUntil = new Date(now.getTime() + LIMITS.webhookAttemptLeaseSeconds * 1000);
  return tx.$queryRaw<ClaimedDelivery[]>`
    update webhook_deliveries d set state = ${to}::"DeliveryState",
      attempt_count = d.attempt_count + (d.state <> ${to}::"DeliveryState")::int,
      next_attempt_at = ${leaseUntil}::timestamptz, updated_at = ${now}::timestamptz
    from outbox_events e, webhook_subscriptions s
    where d.id = any(${[...ids]}::uuid[]) and e.id = d.event_id and s.id = d.subscription_id
    returning d.id, d.event_id as "eventId", d.subscription_id as "subscriptionId",
      d.attempt_count as "attemptCount", d.next_attempt_at as "leaseUntil", e.kind as "eventKind",
      e.subject_id as "subjectId", e.mod_id as "modId", e.data, e.occurred_at as "occurredAt",
      s.url, s.secret, s.previous_secret as "previousSecret", s.previous_until as "previousUntil"`;
}

/**
 * Queues the due deliveries of these subscriptions, in the transaction that makes them due. A
 * waiting job of a subscription becomes due at once; without one, a job is created. Two statements.
 */
export async function queueDeliveries(
  tx: Pick<Tx, '$queryRaw' | '$executeRaw'>,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<void> {
  const keys = [...new Set(subscriptionIds)];
  if (keys.length === 0) return;
  const waiting = await tx.$queryRaw<{ key: string }[]>`
    update jobs set run_at = least(run_at, ${now}::timestamptz)
    where kind = 'deliver-webhook' and dedupe_key = any(${keys}::text[]) and state = 'queued'
    returning dedupe_key as key`;
  const known = new Set(waiting.map(({ key }) => key));
  const missing = keys.filter((key) => !known.has(key));
  await tx.$executeRaw`
    insert into jobs (id, kind, payload, dedupe_key, max_attempts, run_at)
    select gen_random_uuid(), 'deliver-webhook', jsonb_build_object('subscriptionId', key), key,
      ${JOBS['deliver-webhook'].maxAttempts}::int, ${now}::timestamptz
    from unnest(${missing}::text[]) as key`;
}
