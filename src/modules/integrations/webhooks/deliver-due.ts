import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.js';
import { type SendOptions, sendDelivery } from './send-delivery.js';
import { releaseDelivery, settleDelivery } from './settle-delivery.js';

/** The retry delay while another job sends to the same receiver. */
const BUSY_SECONDS = 5;

/** One run for one subscription. */
export interface DeliveryRun {
  readonly jobId: string;
  readonly subscriptionId: string;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/**
 * Sends the due deliveries of a subscription, a few at a time, and begins none after half a minute,
 * so that other subscriptions get their turn. Returns the seconds after which the job runs again:
 * - 0 if its time is over or the process stops
 * - a few if an earlier job still sends
 * - else the time until the next attempt of the subscription
 *
 * Returns null if no delivery waits, or if another waiting job of the subscription takes over. If
 * an attempt throws, rethrows its error after the attempts beside it have ended.
 */
export async function deliverDue(
  ctx: RequestContext,
  run: DeliveryRun,
  options: SendOptions = {},
): Promise<number | null> {
  const { clock } = ctx.platform;
  if (await isServed(ctx, run)) return BUSY_SECONDS;
  const endsAt = clock.now().getTime() + LIMITS.webhookRunSeconds * 1000;
  while (!run.signal.aborted && clock.now().getTime() < endsAt) {
    const { due, deliveries } = await claimDeliveries(ctx, run.subscriptionId);
    if (due === 0) return secondsLeft(ctx, run);
    const attempts = deliveries.map((delivery) => attempt(ctx, delivery, run, options));
    const ends = await Promise.allSettled(attempts);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
  return 0;
}

async function attempt(
  ctx: RequestContext,
  delivery: ClaimedDelivery,
  { signal }: DeliveryRun,
  options: SendOptions,
): Promise<void> {
  try {
    await settleDelivery(
      ctx,
      delivery,
      await sendDelivery(ctx.platform, delivery, signal, options),
    );
  } catch (error) {
    if (signal.aborted) await releaseDelivery(ctx, delivery);
    throw error;
  }
}

/**
 * Returns whether an earlier job is sending to this subscription. The later one waits for it, so
 * that a subscription never takes two slots of its lane.
 */
async function isServed(ctx: RequestContext, run: DeliveryRun): Promise<boolean> {
  const other = await ctx.platform.db.job.findFirst({
    where: {
      kind: 'deliver-webhook',
      dedupeKey: run.subscriptionId,
      state: 'processing',
      id: { lt: run.jobId },
      leaseUntil: { gt: ctx.platform.clock.now() },
    },
    select: { id: true },
  });
  return other !== null;
}

/**
 * Returns the seconds until the next attempt; null without one, or if another job waits for
 * it. Only one job of a subscription waits for its next attempt: a second one passes on its time
 * and ends.
 */
async function secondsLeft(ctx: RequestContext, run: DeliveryRun): Promise<number | null> {
  const { db, clock } = ctx.platform;
  const next = await db.webhookDelivery.aggregate({
    where: { subscriptionId: run.subscriptionId },
    _min: { nextAttemptAt: true },
  });
  const at = next._min.nextAttemptAt;
  if (!at) return null;
  const handedOver = await db.$executeRaw`
    update jobs set run_at = least(run_at, ${at}::timestamptz)
    where kind = 'deliver-webhook' and dedupe_key = ${run.subscriptionId} and state = 'queued'
      and id <> ${run.jobId}::uuid`;
  if (handedOver > 0) return null;
  return Math.max(1, (at.getTime() - clock.now().getTime()) / 1000);
}
