import { v4 } from 'uuid';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';

/** A write with an idempotency key. */
export interface KeyedWrite {
  readonly operation: string;
  readonly key: string;
  /** Hex SHA-256 of the normalized request. */
  readonly fingerprint: string;
}

/** The record of a key. `taken` tells whether this request has just claimed it. */
export interface KeyRow {
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
 * Claims a key that is new, expired, or still running after its lease. One statement does it, so
 * only one of two concurrent requests runs. A key whose write took effect cannot be claimed again
 * within its day. Throws `idempotency_in_progress`.
 */
export async function claimKey(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  actor: string,
  { operation, key, fingerprint }: KeyedWrite,
): Promise<KeyRow> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LIMITS.idempotencyLeaseSeconds * 1000);
  const expiresAt = new Date(now.getTime() + LIMITS.idempotencyLifetimeSeconds * 1000);
  const [row] = await db.$queryRaw<KeyRow[]>`
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
