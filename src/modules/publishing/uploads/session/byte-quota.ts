import { Prisma } from '../../../../platform/database/generated/client.js';
import { problem } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { ADVISORY_LOCK_SEEDS } from '../../../../registry/locks.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';

/** A byte quota without room for an upload. */
export interface FullQuota {
  /** 1 for the quota of the user, 2 for that of the OAuth application. */
  readonly quota: 1 | 2;
  /** The bytes reserved within the window. A cancelled session counts only its signed bytes. */
  readonly spent: number;
  /** The reservation time of the youngest session. One window after it, the whole quota is free. */
  readonly youngestAt: Date;
  /** The reservation time of the session that must leave the window before the upload has room. */
  readonly blockedBy: Date;
}

const LIMIT_BYTES = { 1: LIMITS.uploadBucketBytes, 2: LIMITS.uploadBucketClientBytes } as const;

/**
 * A statement that selects the first quota without room for an upload: that of the user, else that
 * of the OAuth application (Spec 8). It selects no row if both have room, or if rate limits are
 * off. The bytes are counted from the rows of the sessions. A token needs no quota: it belongs to
 * one user, so its quota would never have less left. The statement locks both quotas until its
 * transaction ends, so that concurrent reservations are counted.
 */
export function fullQuotas(ctx: RequestContext, sizeBytes: number, now: Date): Prisma.Sql {
  const { userId, credential } = requireUser(ctx);
  const roomOf = (quota: FullQuota['quota']) => LIMIT_BYTES[quota] - sizeBytes;
  const since = new Date(now.getTime() - LIMITS.uploadBucketWindowSeconds * 1000);
  const all = ctx.platform.limiter
    ? Prisma.sql`lock_upload_bytes(${userId}::uuid, ${roomOf(1)}::bigint, ${credential.clientId}::text,
        ${roomOf(2)}::bigint, ${since}::timestamptz, ${ADVISORY_LOCK_SEEDS.byteQuotas}::bigint)`
    : Prisma.sql`(select 0 as quota, 0::float8 as spent, now() as youngest_at, null::timestamptz as blocked_by) none`;
  return Prisma.sql`select quota, spent, youngest_at as "youngestAt", blocked_by as "blockedBy"
    from ${all} where blocked_by is not null order by quota limit 1`;
}

/**
 * `rate_limited` for an upload without room in a quota. The client can retry when the session
 * `blockedBy` leaves the window.
 */
export function quotaRefusal({ quota, spent, youngestAt, blockedBy }: FullQuota, now: Date) {
  const freeIn = (at: Date) => {
    const freeAt = at.getTime() + LIMITS.uploadBucketWindowSeconds * 1000;
    return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
  };
  const limit = LIMIT_BYTES[quota];
  return problem('rate_limited', {
    quotaBucket: 'upload_bytes',
    retryAfterSeconds: freeIn(blockedBy),
    quota: {
      limit,
      remaining: Math.max(0, limit - spent),
      resetSeconds: freeIn(youngestAt),
    },
  });
}
