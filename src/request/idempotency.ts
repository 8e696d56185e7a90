import type { Prisma } from '../platform/database/generated/client.js';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from './context.js';

/** What a keyed write answered, as it is sent again to whoever repeats it. */
export interface RememberedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One keyed write: whose, which, and a digest of its normalized request. */
export interface IdempotencyClaim {
  readonly operation: string;
  readonly key: string;
  /** Hex SHA-256. */
  readonly fingerprint: string;
}

/** Keeps the answers to keyed writes, per actor and operation (Spec 7.1). */
export interface IdempotencyStore {
  /**
   * Takes the key for this request. Answers the remembered reply where there is one; null means
   * that the caller now runs the write and settles the claim.
   * Throws `idempotency_conflict` and `idempotency_in_progress`.
   */
  claim(ctx: RequestContext, claim: IdempotencyClaim): Promise<RememberedReply | null>;
  /** Keeps the reply of a write that took effect. */
  remember(ctx: RequestContext, claim: IdempotencyClaim, reply: RememberedReply): Promise<void>;
  /** Gives the key back after a write that had no effect. */
  release(ctx: RequestContext, claim: IdempotencyClaim): Promise<void>;
}

interface TakenRow {
  readonly taken: boolean;
  readonly fingerprint: string;
  readonly state: 'running' | 'done';
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: unknown;
}

/** Keeps the answers to keyed writes in PostgreSQL, where all processes see them. */
export function createIdempotencyStore(platform: Platform): IdempotencyStore {
  const { clock, db } = platform;
  const keyOf = (ctx: RequestContext, { operation, key }: IdempotencyClaim) => ({
    actor: ctx.viewer.actor,
    operation,
    key,
  });
  return {
    async claim(ctx, claim) {
      const row = await take(ctx.viewer.actor, claim);
      if (row.taken) return null;
      if (row.fingerprint !== claim.fingerprint) throw problem('idempotency_conflict');
      if (row.state === 'running' || row.status === null) {
        throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
      }
      return { status: row.status, headers: row.headers ?? {}, body: row.body };
    },
    async remember(ctx, claim, { status, headers, body }) {
      await db.idempotencyRecord.update({
        where: { actor_operation_key: keyOf(ctx, claim) },
        // The body is what JSON.stringify made the answer of.
        data: {
          state: 'done',
          status,
          headers: { ...headers },
          body: body as Prisma.InputJsonValue,
        },
      });
    },
    async release(ctx, claim) {
      await db.idempotencyRecord.deleteMany({ where: { ...keyOf(ctx, claim), state: 'running' } });
    },
  };

  /**
   * Takes a key that is new, past its day, or left running by a request that died; one statement,
   * so that of two requests at once one runs and the other is told.
   */
  async function take(
    actor: string,
    { operation, key, fingerprint }: IdempotencyClaim,
  ): Promise<TakenRow> {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LIMITS.idempotencyLeaseSeconds * 1000);
    const expiresAt = new Date(now.getTime() + LIMITS.idempotencyLifetimeSeconds * 1000);
    const rows = await db.$queryRaw<TakenRow[]>`
      with taken as (
        insert into idempotency_records as r
          (actor, operation, key, fingerprint, lease_until, expires_at, created_at)
        values (${actor}, ${operation}, ${key}, ${fingerprint}, ${leaseUntil}::timestamptz,
          ${expiresAt}::timestamptz, ${now}::timestamptz)
        on conflict (actor, operation, key) do update
          set fingerprint = excluded.fingerprint, state = 'running', status = null, headers = null,
            body = null, lease_until = excluded.lease_until, expires_at = excluded.expires_at,
            created_at = excluded.created_at
          where r.expires_at <= ${now}::timestamptz
            or (r.state = 'running' and r.lease_until <= ${now}::timestamptz
              and r.fingerprint = excluded.fingerprint)
        returning true as taken, fingerprint, state::text, status, headers, body)
      select * from taken
      union all
      select false, fingerprint, state::text, status, headers, body from idempotency_records
      where actor = ${actor} and operation = ${operation} and key = ${key}
        and not exists (select 1 from taken)`;
    const [row] = rows;
    // Its holder gave the key back between the two halves of the statement: the client asks again.
    if (!row) throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
    return row;
  }
}
