import type { Database } from '../../../platform/database/connect.js';
import type { WebhookCounts } from '../../../platform/metrics.js';

/** The number of waiting events and deliveries, for operators; one statement. */
export async function readWebhookBacklog(db: Database): Promise<WebhookCounts> {
  const [row] = await db.$queryRaw<WebhookCounts[]>`
    select (select count(*)::int from outbox_events where fanned_out_at is null) as events,
      count(*) filter (where state = 'pending')::int as pending,
      count(*) filter (where state = 'delivering')::int as delivering,
      count(*) filter (where state = 'retrying')::int as retrying
    from webhook_deliveries where state in ('pending', 'delivering', 'retrying')`;
  return row ?? { events: 0, pending: 0, delivering: 0, retrying: 0 };
}
