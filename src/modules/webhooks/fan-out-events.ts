import type { Tx } from '../../platform/database/connect.js';
import { Prisma } from '../../platform/database/generated/client.js';
import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { transact } from '../../request/transact.js';
import { hearers } from './hearers.js';
import { queueDeliveries } from './queue-deliveries.js';

/** A run ends after so many batches; the next one goes on. */
const BATCHES = 50;

/** What a step of a run may take. */
interface Step {
  readonly limit: number;
  /** Events that could not be handed on by themselves. */
  readonly without: readonly string[];
  /** Told what was taken, before anything is done with it. */
  took(ids: readonly string[]): void;
}

/**
 * Hands what happened to the subscriptions that want it and may hear of it (Spec 6). An event carries
 * a mark once it was handed on, so one that commits late is found whatever its stamp, and none twice: who takes a
 * batch locks it, and others pass it over. A subscription hears of what it did not see committed
 * when it was made. Five statements for each batch.
 *
 * A batch that fails is halved, down to one event. That one is passed over, so that it holds up no other;
 * then the run fails, and the next one tries it again.
 */
export async function fanOutEvents(platform: Platform): Promise<void> {
  const without: string[] = [];
  let limit: number = LIMITS.webhookFanOutEvents;
  let failure: unknown;
  for (let at = 0; at < BATCHES; at += 1) {
    let taken: readonly string[] = [];
    const took = (ids: readonly string[]) => {
      taken = ids;
    };
    try {
      const step = { limit, without, took };
      await transact({ platform, claim: null }, (tx) => fanOut(tx, platform.clock.now(), step));
      if (taken.length < limit) break;
    } catch (error) {
      if (taken.length === 0) throw error;
      if (taken.length === 1) [failure] = [error, without.push(...taken)];
      limit = Math.ceil(taken.length / 2);
    }
  }
  if (without.length > 0) throw failure;
}

async function fanOut(tx: Tx, now: Date, { limit, without, took }: Step): Promise<void> {
  // Ordered as the index is, so that no backlog is sorted, however long it is.
  const batch = await tx.$queryRaw<{ id: string }[]>`
    select id from outbox_events where fanned_out_at is null
      and id <> all(${without}::uuid[])
    order by fanned_out_at, occurred_at, id limit ${limit} for update skip locked`;
  const ids = batch.map(({ id }) => id);
  took(ids);
  if (ids.length === 0) return;
  const events = Prisma.sql`select id, kind, mod_id, user_id from outbox_events
    where id = any(${ids}::uuid[])`;
  const told = await tx.$queryRaw<{ subscriptionId: string }[]>`
    with told as (
    insert into webhook_deliveries (id, owner_id, subscription_id, event_id, first_of_event_id,
      next_attempt_at, created_at, updated_at)
    select gen_random_uuid(), s.owner_id, s.id, e.id, e.id,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from (${hearers(events, now)}) h
      join outbox_events e on e.id = h.event_id
      join webhook_subscriptions s on s.id = h.subscription_id
    where e.kind = any(s.event_kinds)
      and (s.since is null or not pg_visible_in_snapshot(e.born_in, s.since))
    on conflict (subscription_id, first_of_event_id) do nothing
    returning subscription_id)
    select distinct subscription_id as "subscriptionId" from told`;
  await tx.$executeRaw`
    update outbox_events set fanned_out_at = ${now}::timestamptz where id = any(${ids}::uuid[])`;
  await queueDeliveries(
    tx,
    told.map(({ subscriptionId }) => subscriptionId),
    now,
  );
}
