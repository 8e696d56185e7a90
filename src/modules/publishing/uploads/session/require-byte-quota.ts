import type { Tx } from '../../../../platform/database/connect.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import { problem } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { ADVISORY_LOCK_SEEDS } from '../../../../registry/locks.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';

/** The sessions that share a quota, and the bytes that they may declare within the window. */
interface UploadQuota {
  readonly name: string;
  readonly limitBytes: number;
  readonly sessions: Prisma.Sql;
}

/** The bytes reserved within the window. */
interface Spent {
  readonly bytes: number;
  /** When the youngest session was reserved, or null. */
  readonly youngestAt: Date | null;
  /** The reservation that must leave the window first; null if there is room now. */
  readonly blockedBy: Date | null;
}

/**
 * Requires that the viewer may reserve more bytes, in the bucket of the user and in that of the
 * OAuth application (Spec 8). A token needs no bucket: it belongs to one user, so its bucket would
 * never have less left. The rows of the sessions are the count. The lock lasts until this
 * transaction has inserted its session. If rate limits are off, nothing is counted. Throws
 * `rate_limited`.
 */
export async function requireByteQuota(
  tx: Tx,
  ctx: RequestContext,
  sizeBytes: number,
): Promise<void> {
  if (!ctx.platform.limiter) return;
  const buckets = bucketsOf(ctx);
  const names = buckets.map(({ name }) => `upload-bytes:${name}`).sort();
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(name, ${ADVISORY_LOCK_SEEDS.byteQuotas}::bigint))
    from unnest(${names}::text[]) with ordinality as named(name, place) order by place`;
  const now = ctx.platform.clock.now();
  for (const bucket of buckets) {
    const spent = await spentOf(tx, bucket, sizeBytes, now);
    if (spent.blockedBy) throw refusalOf(bucket, spent, spent.blockedBy, now);
  }
}

function bucketsOf(ctx: RequestContext): UploadQuota[] {
  const { userId, credential } = requireUser(ctx);
  const { clientId } = credential;
  const ofUser: UploadQuota = {
    name: `user:${userId}`,
    limitBytes: LIMITS.uploadBucketBytes,
    sessions: Prisma.sql`user_id = ${userId}::uuid`,
  };
  if (clientId === null) return [ofUser];
  const ofClient: UploadQuota = {
    name: `client:${clientId}`,
    limitBytes: LIMITS.uploadBucketClientBytes,
    sessions: Prisma.sql`client_id = ${clientId}`,
  };
  return [ofUser, ofClient];
}

/**
 * A cancelled session counts with the bytes of its signed URLs, any other session with its whole
 * size.
 */
async function spentOf(
  tx: Tx,
  { sessions, limitBytes }: UploadQuota,
  sizeBytes: number,
  now: Date,
): Promise<Spent> {
  const since = new Date(now.getTime() - LIMITS.uploadBucketWindowSeconds * 1000);
  const room = limitBytes - sizeBytes;
  const [spent] = await tx.$queryRaw<Spent[]>`
    select coalesce(max(upto), 0)::float8 as bytes, max(created_at) as "youngestAt",
      min(created_at) filter (where total > ${room} and upto >= total - ${room}) as "blockedBy"
    from (
      select created_at, sum(bytes) over (order by created_at, id) as upto,
        sum(bytes) over () as total
      from (
        select id, created_at,
          case when state = 'cancelled' then least(signed_bytes, size_bytes) else size_bytes end as bytes
        from upload_sessions
        where ${sessions} and created_at > ${since}::timestamptz
      ) counted
    ) added`;
  return spent ?? { bytes: 0, youngestAt: null, blockedBy: null };
}

function refusalOf(bucket: UploadQuota, spent: Spent, blockedBy: Date, now: Date) {
  const freeIn = (at: Date) => {
    const freeAt = at.getTime() + LIMITS.uploadBucketWindowSeconds * 1000;
    return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
  };
  return problem('rate_limited', {
    quotaBucket: 'upload_bytes',
    retryAfterSeconds: freeIn(blockedBy),
    quota: {
      limit: bucket.limitBytes,
      remaining: Math.max(0, bucket.limitBytes - spent.bytes),
      resetSeconds: freeIn(spent.youngestAt ?? blockedBy),
    },
  });
}
