import { v4 } from 'uuid';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';

/** A request that came with a key. */
export interface KeyedWrite {
  readonly operation: string;
  readonly key: string;
  /** Hex SHA-256 of the normalized request. */
  readonly fingerprint: string;
}

/** What is known of a key, and whether this request has just taken it. */
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
 * Takes a key that is new, past its day, or left running by a request whose lease ended; one
 * statement, so that of two requests at once one runs and the other is told. A key whose write took
 * effect is never taken: nothing runs again within its day.
 * Throws `idempotency_in_progress`.
 */
export async function takeKey(
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
  // Its holder gave the key back between the two halves of the statement, or another request took
  // it on its last day: the client asks again.
  if (!row) throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
  return row;
}
