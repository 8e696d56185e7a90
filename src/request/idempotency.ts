import { v4 } from 'uuid';
import type { Database } from '../platform/database/connect.js';
import { Prisma } from '../platform/database/generated/client.js';
import { PREPARED } from '../platform/database/queries.js';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from './context.js';
import { heldBy, type IdempotencyClaim } from './mark-effect.js';

/** A write with an idempotency key. */
export interface KeyedWrite {
  readonly operation: string;
  readonly key: string;
  /** Hex SHA-256 of the normalized request. */
  readonly fingerprint: string;
}

/** The record of a key. `taken` tells whether this request has just claimed it. */
interface KeyRow {
  readonly taken: boolean;
  readonly holder: string;
  readonly fingerprint: string;
  readonly state: 'running' | 'effected' | 'done';
  readonly subjectId: string | null;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: unknown;
}

/**
 * Claims a key that is new, expired, or still running the same request after its lease. One
 * statement does it, so only one of two concurrent requests runs. A key whose write took effect
 * cannot be claimed again for `idempotencyLifetimeSeconds`. Throws `idempotency_in_progress`.
 */
async function claimKey(
  { clock, db, limits }: Pick<Platform, 'clock' | 'db' | 'limits'>,
  actor: string,
  { operation, key, fingerprint }: KeyedWrite,
): Promise<KeyRow> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + limits.idempotencyLeaseSeconds * 1000);
  const expiresAt = new Date(now.getTime() + LIMITS.idempotencyLifetimeSeconds * 1000);
  const [row] = await db.$queryRaw<KeyRow[]>`${PREPARED}
    with taken as (
      insert into idempotency_records as r
        (actor, operation, key, holder, fingerprint, lease_until, expires_at, created_at)
      values (${actor}, ${operation}, ${key}, ${v4()}::uuid, ${fingerprint},
        ${leaseUntil}::timestamptz, ${expiresAt}::timestamptz, ${now}::timestamptz)
      on conflict (actor, operation, key) do update
        set holder = excluded.holder, fingerprint = excluded.fingerprint, state = 'running',
          subject_id = null, status = null, headers = null, body = null,
          lease_until = excluded.lease_until, expires_at = excluded.expires_at,
          created_at = excluded.created_at
        where r.expires_at <= ${now}::timestamptz
          or (r.state = 'running' and r.lease_until <= ${now}::timestamptz
            and r.fingerprint = excluded.fingerprint)
      returning r.*),
    found as (
      select true as taken, * from taken
      union all
      select false, * from idempotency_records
      where actor = ${actor} and operation = ${operation} and key = ${key}
        and expires_at > ${now}::timestamptz and not exists (select 1 from taken))
    select taken, holder, fingerprint, state::text, subject_id as "subjectId", status, headers, body
    from found`;
  // Between the two halves of the statement, another request released the key or claimed it after
  // its expiry. The client retries.
  if (!row) throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
  return row;
}

/** The stored response of a write with an idempotency key, for replays. */
export interface RememberedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the response has no body. */
  readonly body: unknown;
}

/** The result of claiming an idempotency key. */
export type Claimed =
  /** The request claimed the key (`claimKey`) and runs in `ctx`. Its transactions mark the key. */
  | { readonly kind: 'run'; readonly claim: IdempotencyClaim; readonly ctx: RequestContext }
  /** The write succeeded or took effect before. The response is replayed and no row changes. */
  | {
      readonly kind: 'replay';
      /** The claim of the earlier request. */
      readonly claim: IdempotencyClaim;
      /** A context in which queries may read the result of the write. */
      readonly ctx: RequestContext;
      /** The stored response, or null if none was stored. */
      readonly reply: RememberedReply | null;
      /** The id of the object that the write created, or null. */
      readonly subjectId: string | null;
    };

/**
 * Makes a write with an idempotency key take effect at most once per actor and operation (Spec 7.1;
 * docs/decisions/0012). A record moves from `running` to `effected`, which the write's own
 * transaction sets. It moves to `done` if it stores a response, or if the write succeeds without an
 * effect.
 */
export interface IdempotencyStore {
  /**
   * Claims the key for a request. Throws `idempotency_conflict` if a request with another
   * fingerprint has the key, and `idempotency_in_progress` while the same request runs.
   */
  claim(ctx: RequestContext, write: KeyedWrite): Promise<Claimed>;
  /** Returns whether an unexpired record exists for the key. */
  isKnown(ctx: RequestContext, operation: string, key: string): Promise<boolean>;
  /**
   * Completes a successful write and stores its response; null if it must not be stored. With null,
   * a write that took effect needs no statement, because its record is already `effected`.
   */
  remember(claim: IdempotencyClaim, reply: RememberedReply | null): Promise<void>;
  /** Stores a response that was read again, unless the write already stored its own. */
  rememberReplay(claim: IdempotencyClaim, reply: RememberedReply): Promise<void>;
  /** Releases the key of a rejected write, if the claim is still valid and had no effect. */
  release(claim: IdempotencyClaim): Promise<void>;
}

/** Stores idempotency records in PostgreSQL, which all processes share. */
export function createIdempotencyStore(platform: Platform): IdempotencyStore {
  const { db, clock } = platform;
  return {
    async claim(ctx, write) {
      const { actor } = ctx.viewer;
      const row = await claimKey(platform, actor, write);
      const { operation, key } = write;
      const claim = { actor, operation, key, holder: row.holder };
      if (row.taken) return { kind: 'run', claim, ctx: { ...ctx, claim } };
      if (row.fingerprint !== write.fingerprint) throw problem('idempotency_conflict');
      if (row.state === 'running') {
        throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
      }
      const replay = { ...ctx, isReplay: true };
      return { kind: 'replay', claim, ctx: replay, reply: replyOf(row), subjectId: row.subjectId };
    },
    async isKnown({ viewer: { actor } }, operation, key) {
      const expiresAt = { gt: clock.now() };
      const where = { actor, operation, key, expiresAt };
      return (await db.idempotencyRecord.count({ where })) > 0;
    },
    async remember(claim, reply) {
      if (reply === null && claim.isEffected) return;
      await db.$executeRaw`${PREPARED}
        update idempotency_records set state = 'done' ${reply ? columnsOf(reply) : Prisma.empty}
        where ${heldBy(claim)}`;
    },
    async rememberReplay(claim, reply) {
      await db.$executeRaw`${PREPARED}
        update idempotency_records set state = 'done' ${columnsOf(reply)}
        where ${heldBy(claim)} and state = 'effected'`;
    },
    async release(claim) {
      await db.$executeRaw`${PREPARED}
        delete from idempotency_records where ${heldBy(claim)} and state = 'running'`;
    },
  };
}

/** The stored response of a record; null if it has none. */
function replyOf({ status, headers, body }: KeyRow): RememberedReply | null {
  return status === null ? null : { status, headers: headers ?? {}, body: body ?? undefined };
}

/** Further assignments, which store a response. */
function columnsOf({ status, headers, body }: RememberedReply): Prisma.Sql {
  const json = body === undefined ? null : JSON.stringify(body);
  return Prisma.sql`, status = ${status}, headers = ${JSON.stringify(headers)}::jsonb,
    body = ${json}::json`;
}

/**
 * Expires the leases of all running writes, so that clients can retry at once. Only for the start
 * of a process that has the database to itself: the processes that held the keys have ended.
 */
export async function releaseAbandonedKeys(db: Database, now: Date): Promise<void> {
  await db.idempotencyRecord.updateMany({
    where: { state: 'running' },
    data: { leaseUntil: now },
  });
}
