import type { Tx } from '../../platform/database/connect.js';
import { JOBS } from '../../registry/jobs.js';

/**
 * Has what is due to these subscriptions sent, in the transaction that makes it due: a job of a
 * subscription that waits for a later time is brought forward, and where there is none, one is made.
 * Two statements.
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
