import type { Database } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import type { FailedJob, SystemMessages, SystemSearch, SystemStorage } from './system.type.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Matches URLs with a query or fragment, which may contain a signature that no page may show. */
const QUERIES = /(https?:\/\/[^\s?#]+)[?#]\S*/giu;

/**
 * Reads the latest `systemFailedJobs` jobs without attempts left, in descending order of the time
 * at which the last attempt was due. Error messages omit the queries of URLs. One statement.
 */
export async function readFailedJobs(db: Database): Promise<readonly FailedJob[]> {
  const rows = await db.job.findMany({
    where: { state: 'failed' },
    orderBy: { runAt: 'desc' },
    take: LIMITS.systemFailedJobs,
    select: { id: true, kind: true, attempts: true, lastError: true, completedAt: true },
  });
  return rows.map(({ lastError, completedAt, ...row }) => ({
    ...row,
    lastError: lastError?.replace(QUERIES, '$1?…') ?? null,
    failedAt: completedAt,
  }));
}

/** The number and total size of the sealed blobs in the store. One statement on an index. */
export async function readStored(
  db: Database,
): Promise<Pick<SystemStorage, 'blobs' | 'sizeBytes'>> {
  const [row] = await db.$queryRaw<Pick<SystemStorage, 'blobs' | 'sizeBytes'>[]>`
    select count(*)::float8 as blobs, coalesce(sum(size_bytes), 0)::float8 as "sizeBytes"
    from blobs where state = 'sealed' and removed_at is null`;
  return row ?? { blobs: 0, sizeBytes: 0 };
}

type Repairs = Pick<SystemSearch, 'rebuiltAt' | 'comparedAt'>;

/**
 * When an operator last rebuilt the index, and when the job that repairs it last succeeded; null if
 * there is no record of it. One statement.
 */
export async function readSearchRepairs(db: Database): Promise<Repairs> {
  const [row] = await db.$queryRaw<Repairs[]>`
    select
      (select at from audit_entries where action = 'search.reindexed' order by at desc limit 1)
        as "rebuiltAt",
      (select max(completed_at) from jobs where kind = 'refresh-search' and state = 'succeeded')
        as "comparedAt"`;
  return row ?? { rebuiltAt: null, comparedAt: null };
}

type Exhaustion = Pick<SystemMessages, 'exhausted' | 'disabled'>;

/**
 * The numbers of deliveries given up within the last day, and of all webhooks that are now disabled
 * because of failed deliveries. One statement.
 */
export async function readExhaustion(db: Database, now: Date): Promise<Exhaustion> {
  const since = new Date(now.getTime() - DAY_MS);
  const [row] = await db.$queryRaw<Exhaustion[]>`
    select
      (select count(*)::int from webhook_deliveries
        where state = 'exhausted' and updated_at > ${since}::timestamptz) as exhausted,
      (select count(*)::int from webhook_subscriptions
        where state = 'disabled' and disabled_reason = 'deliveries_failed') as disabled`;
  return row ?? { exhausted: 0, disabled: 0 };
}
