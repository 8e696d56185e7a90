import type { Database } from '../../../platform/database/connect.js';
import type { MailCounts } from '../../../platform/metrics.js';

/** Counts the messages that wait and those that were given up, for the metrics; one statement. */
export async function readMailBacklog(db: Database): Promise<MailCounts> {
  const [row] = await db.$queryRaw<MailCounts[]>`
    select count(*) filter (where outcome is null)::int as waiting,
      count(*) filter (where outcome = 'failed')::int as failed
    from mails where outcome is null or outcome = 'failed'`;
  return row ?? { waiting: 0, failed: 0 };
}
