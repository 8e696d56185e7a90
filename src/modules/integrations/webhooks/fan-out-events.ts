import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { transact } from '../../../request/transact.js';
import { queueDeliveries } from './claim-deliveries.js';
import { eligibleSubscriptions } from './eligible-subscriptions.js';

/** Batches per run; the next run continues. */
const BATCHES = 50;

/** The parameters of a step. */
interface Step {
  readonly limit: number;
  /** The ids of events that failed in a batch of their own, and are skipped in this run. */
  readonly without: readonly string[];
  /** Receives the claimed ids before anything else happens with them. */
  took(ids: readonly string[]): void;
}

/**
 * Fans out events to the eligible subscriptions that selected their kind (Spec 6). Each event is
 * marked afterwards. So a late commit is found with any timestamp, and no event is fanned out
 * twice: a batch is locked, and other runs skip it. A subscription receives the events that were
 * not yet committed when it was created or last enabled. Five statements per batch.
 *
 * A failing batch is halved, down to one event. That event is skipped, so that it does not block
 * others, and after the next success batches are full again. If all events of the failing batch
 * succeed in smaller batches, batches stay at half of its size. At its end the run fails if it
 * skipped events, and the next one tries them again.
 */
export async function fanOutEvents(platform: Platform): Promise<void> {
  const without: string[] = [];
  let most: number = LIMITS.webhookFanOutEvents;
  let limit = most;
  /** The events at the front that may have caused the last failure, by number. */
  let suspects = 0;
  let began = { size: 0, skipped: 0 };
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
      const left = Math.max(0, suspects - taken.length);
      const isSize = suspects > 0 && left === 0 && without.length === began.skipped;
      if (isSize) most = Math.ceil(began.size / 2);
      suspects = left;
      limit = left > 0 ? Math.ceil(left / 2) : most;
    } catch (error) {
      if (taken.length === 0) throw error;
      if (suspects === 0) began = { size: taken.length, skipped: without.length };
      if (taken.length === 1) {
        failure = error;
        without.push(...taken);
      }
      suspects = taken.length;
      limit = Math.ceil(suspects / 2);
    }
  }
  if (without.length > 0) throw failure;
}

async function fanOut(tx: Tx, now: Date, { limit, without, took }: Step): Promise<void> {
  // In index order, so that even a long backlog is not sorted.
  const batch = await tx.$queryRaw<{ id: string }[]>`
    select id from outbox_events where fanned_out_at is null
      and id <> all(${without}::uuid[])
    order by fanned_out_at, occurred_at, id limit ${limit} for update skip locked`;
  const ids = batch.map(({ id }) => id);
  took(ids);
  if (ids.length === 0) return;
  const events = Prisma.sql`select id, kind, mod_id, user_id from outbox_events
    where id = any(${ids}::uuid[])`;
  const created = await tx.$queryRaw<{ subscriptionId: string }[]>`
    with created as (
    insert into webhook_deliveries (id, owner_id, subscription_id, event_id, first_of_event_id,
      next_attempt_at, created_at, updated_at)
    select gen_random_uuid(), s.owner_id, s.id, e.id, e.id,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from (${eligibleSubscriptions(events, now)}) h
      join outbox_events e on e.id = h.event_id
      join webhook_subscriptions s on s.id = h.subscription_id
    where e.kind = any(s.event_kinds)
      and (s.since is null or not pg_visible_in_snapshot(e.born_in, s.since))
    on conflict (subscription_id, first_of_event_id) do nothing
    returning subscription_id)
    select distinct subscription_id as "subscriptionId" from created`;
  await tx.$executeRaw`
    update outbox_events set fanned_out_at = ${now}::timestamptz where id = any(${ids}::uuid[])`;
  await queueDeliveries(
    tx,
    created.map(({ subscriptionId }) => subscriptionId),
    now,
  );
}
