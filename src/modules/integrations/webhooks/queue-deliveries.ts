import type { Tx } from '../../../platform/database/connect.js';
import { JOBS } from '../../../registry/jobs.js';

/**
 * Queues the due deliveries of these subscriptions, in the transaction that makes them due. A
 * waiting job of a subscription is moved forward; without one, a job is created. Two statements.
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
