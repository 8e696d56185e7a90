import type { Tx } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import type { Viewer } from '../../../request/viewer.js';

/** The bytes charged to an actor that have not refilled yet. */
export interface ByteBucket {
  readonly spentBytes: bigint;
  /** The time at which `spentBytes` was exact. */
  readonly asOf: Date;
}

const WINDOW_MS = BigInt(LIMITS.downloadBytesWindowSeconds * 1000);

/**
 * The bucket at `now`. It refills evenly, `capacity` bytes per day, so that waiting for midnight
 * has no advantage. Fractions of a byte do not count.
 */
export function refilled(bucket: ByteBucket, capacity: bigint, now: Date): ByteBucket {
  // Process clocks differ; a slow clock must not increase the debt.
  const elapsed = BigInt(Math.max(0, now.getTime() - bucket.asOf.getTime()));
  const left = bucket.spentBytes - (capacity * elapsed) / WINDOW_MS;
  const asOf = elapsed > 0n ? now : bucket.asOf;
  return { spentBytes: left > 0n ? left : 0n, asOf };
}

/**
 * Returns the wait in whole milliseconds until `sizeBytes` fit; 0 if they fit now. A file larger
 * than the bucket fits when no bytes are spent, otherwise it would never fit. Pass the bucket as
 * stored: refilling rounds down to whole bytes, which would lengthen the wait.
 */
export function waitMsFor(bucket: ByteBucket, sizeBytes: bigint, capacity: bigint, now: Date) {
  const needed = sizeBytes < capacity ? sizeBytes : capacity;
  return msUntil(bucket, capacity - needed, capacity, now);
}

/** The wait in whole milliseconds until at most `level` bytes of a bucket are spent. */
export function msUntil(bucket: ByteBucket, level: bigint, capacity: bigint, now: Date): number {
  const excess = bucket.spentBytes - level;
  if (excess <= 0n) return 0;
  const refillMs = Number((excess * WINDOW_MS + capacity - 1n) / capacity);
  return Math.max(0, bucket.asOf.getTime() + refillMs - now.getTime());
}

/** Charges before this time are fully refilled in each bucket. */
export function refilledSince(now: Date): Date {
  return new Date(now.getTime() - Number(WINDOW_MS));
}

/** A quota of concurrent downloads. */
export interface LeaseQuota {
  /**
   * The `actor` or `clientId` of the grants that it counts. Its key in `download_buckets` is the
   * same for an actor, and `clientKey` for a client.
   */
  readonly subject: string;
  /** The maximum number of live grants. */
  readonly slots: number;
}

/** All quotas of a download. Each of them must have room (Spec 8, download leases). */
export interface DownloadQuotas {
  readonly actor: LeaseQuota;
  /**
   * The quota of the OAuth application, or of a token without one. Null for anonymous callers,
   * browser sessions and operators.
   */
  readonly client: LeaseQuota | null;
  /** The actor's bytes per day; null if rate limits are off. */
  readonly bytes: bigint | null;
}

/** The quotas of a caller. Limits on concurrent downloads also apply if rate limits are off. */
export function quotasOf({ viewer, platform }: RequestContext): DownloadQuotas {
  const isUser = viewer.kind === 'user';
  const slots = isUser ? LIMITS.downloadLeasesUser : LIMITS.downloadLeasesAnonymous;
  const bytes = isUser ? LIMITS.downloadBytesUser : LIMITS.downloadBytesAnonymous;
  const client = clientOf(viewer);
  return {
    actor: { subject: viewer.actor, slots },
    client: client === null ? null : { subject: client, slots: LIMITS.downloadLeasesClient },
    bytes: platform.limiter ? BigInt(bytes) : null,
  };
}

/** The key of the row that locks a client's quota. No actor has such a name. */
const clientKey = (client: LeaseQuota) => `client:${client.subject}`;

/**
 * The client id of a credential. A token without an application is a client of its own. Null for a
 * browser session, which counts only for its user.
 */
function clientOf(viewer: Viewer): string | null {
  if (viewer.kind === 'anonymous') return null;
  const { kind, id, clientId } = viewer.credential;
  if (clientId !== null) return clientId;
  return kind === 'session' || kind === 'operator' ? null : `credential:${id}`;
}

type LockedBucket = ByteBucket & { readonly key: string };

/** Attempts to lock rows that concurrent transactions create and remove at this moment. */
const ATTEMPTS = 5;

/**
 * Locks the quotas of an actor and a client until the transaction ends, and returns the actor's
 * bytes as stored, not refilled. So the second of two concurrent admissions counts the first. All
 * transactions lock in the same order, by name. Existing rows are locked without a write; if two
 * transactions start at once, missing rows are created once.
 *
 * It also expires the old active grants of this actor and client. A concurrent renewal then either
 * finds its grant expired, or keeps it live and counted. Throws Error if a row is still missing
 * after `ATTEMPTS`.
 */
export async function lockQuotas(
  tx: Tx,
  { actor, client }: DownloadQuotas,
  now: Date,
): Promise<ByteBucket> {
  const keys = [actor.subject, ...(client ? [clientKey(client)] : [])].sort();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const locked = await lockBuckets(tx, keys, [actor.subject, client?.subject ?? null], now);
    const bucket = locked.find(({ key }) => key === actor.subject);
    if (bucket && locked.length === keys.length) return bucket;
  }
  throw new Error(`the quotas of ${actor.subject} could not be locked`);
}

/**
 * Returns the rows that could be locked. A row that another transaction has just created is
 * missing: the statement waited for it but does not see it yet. The next statement does.
 */
function lockBuckets(
  tx: Tx,
  keys: readonly string[],
  [actor, client]: readonly [string, string | null],
  now: Date,
): Promise<LockedBucket[]> {
  const { to } = LIFECYCLES.downloadGrant.events.expire;
  return tx.$queryRaw<LockedBucket[]>`
    with made as (
      insert into download_buckets (key, as_of)
      select key, ${now}::timestamptz from unnest(${[...keys]}::text[]) with ordinality as named(key, place)
      order by place
      on conflict (key) do nothing
      returning key, spent_bytes as "spentBytes", as_of as "asOf"),
    found as (
      select key, spent_bytes as "spentBytes", as_of as "asOf" from download_buckets
      -- Counted, so that a transaction that waits for a new row has locked no other row.
      where key = any(${[...keys]}::text[]) and (select count(*) from made) >= 0
      order by key for update),
    locked as (select * from made union all select * from found),
    ended as (
      update download_grants set state = ${to}::"GrantState", updated_at = ${now}::timestamptz,
        revision = revision + 1
      where state = 'active' and expires_at <= ${now}::timestamptz and id = any(array(
        select id from download_grants
        where state = 'active' and expires_at <= ${now}::timestamptz
          and (actor = ${actor} or client_id = ${client})
          -- Counted, so that all of them are locked before a grant is.
          and (select count(*) from locked) > 0
        order by id for update)))
    select * from locked`;
}
