import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';

/** A row that this process holds the lease of. */
export interface ClaimedRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly maxAttempts: number;
}

/**
 * The SQL condition for claimable rows: queued ones, and those whose lease expired because the
 * holder died.
 */
export function isDue(dueBy: Date): Prisma.Sql {
  return Prisma.sql`((state = 'queued' and run_at <= ${dueBy}::timestamptz)
    or (state = 'processing' and lease_until <= ${dueBy}::timestamptz))`;
}

/**
 * Claims the earliest job of these kinds that is due by `dueBy`. One statement; concurrent claims
 * skip each other's rows.
 */
export function claimNext(
  db: Database,
  owner: string,
  kinds: readonly JobKind[],
  { now, dueBy = now }: { readonly now: Date; readonly dueBy?: Date },
): Promise<ClaimedRow | null> {
  const first = Prisma.sql`kind = any(${[...kinds]}::text[]) and ${isDue(dueBy)}
    order by run_at, id limit 1`;
  return claim(db, owner, now, first);
}

/**
 * Claims this job if it has one of these kinds, is due and is not leased. A hint from another
 * release may name a kind that this release does not have, or runs in another lane.
 */
export function claimOne(
  db: Database,
  owner: string,
  { id, kinds }: { readonly id: string; readonly kinds: readonly JobKind[] },
  now: Date,
): Promise<ClaimedRow | null> {
  const row = Prisma.sql`id = ${id}::uuid and kind = any(${[...kinds]}::text[]) and ${isDue(now)}`;
  return claim(db, owner, now, row);
}

async function claim(
  db: Database,
  owner: string,
  now: Date,
  which: Prisma.Sql,
): Promise<ClaimedRow | null> {
  const leases = JSON.stringify(
    Object.fromEntries(
      Object.entries(JOBS).map(([kind, { leaseSeconds }]) => [kind, leaseSeconds]),
    ),
  );
  const rows = await db.$queryRaw<ClaimedRow[]>`
    update jobs set state = 'processing', attempts = attempts + 1, lease_owner = ${owner},
      lease_until = ${now}::timestamptz + make_interval(secs => (${leases}::jsonb ->> kind)::float8),
      started_at = coalesce(started_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
    where id = (select id from jobs where ${which} for update skip locked)
    returning id, kind, payload, attempts, max_attempts as "maxAttempts"`;
  return rows[0] ?? null;
}

/** The row under this claim only. A later claim of the same process does not match. */
function heldBy(owner: string, { id, attempts }: ClaimedRow) {
  return { id, attempts, state: 'processing', leaseOwner: owner } as const;
}

/** Extends a lease. Returns false if the lease was lost and the work must stop. */
export async function renewLease(
  db: Database,
  row: ClaimedRow,
  owner: string,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + JOBS[row.kind].leaseSeconds * 1000);
  const kept = await db.job.updateMany({
    where: heldBy(owner, row),
    data: { leaseUntil: until },
  });
  return kept.count === 1;
}

/** Marks a job as succeeded, unless its handler or another process already settled it. */
export async function markSucceeded(
  db: Database,
  row: ClaimedRow,
  owner: string,
  now: Date,
): Promise<void> {
  await db.job.updateMany({
    where: heldBy(owner, row),
    data: { state: 'succeeded', completedAt: now, updatedAt: now, leaseUntil: null },
  });
}

/** Queues a failed job again, or marks it as failed after its last attempt. */
export async function markFailedRun(
  db: Database,
  row: ClaimedRow,
  owner: string,
  now: Date,
  error: unknown,
): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const again = row.attempts < row.maxAttempts;
  const delaySeconds = JOBS[row.kind].backoffSeconds * 2 ** (row.attempts - 1);
  await db.job.updateMany({
    where: heldBy(owner, row),
    data: again
      ? {
          state: 'queued',
          runAt: new Date(now.getTime() + delaySeconds * 1000),
          leaseUntil: null,
          lastError: message,
          updatedAt: now,
        }
      : {
          state: 'failed',
          completedAt: now,
          leaseUntil: null,
          lastError: message,
          terminalReason: 'manual_intervention_required',
          updatedAt: now,
        },
  });
}

/** Returns a job to the queue, due at `runAt`. The attempt does not count. */
export async function giveBack(
  db: Database,
  row: ClaimedRow,
  owner: string,
  runAt: Date,
): Promise<void> {
  await db.job.updateMany({
    where: heldBy(owner, row),
    data: { state: 'queued', runAt, leaseUntil: null, attempts: { decrement: 1 } },
  });
}

/** Expires all leases at once. Only for a start at which no other process runs jobs. */
export async function releaseLeases(db: Database, now: Date): Promise<void> {
  await db.job.updateMany({ where: { state: 'processing' }, data: { leaseUntil: now } });
}
