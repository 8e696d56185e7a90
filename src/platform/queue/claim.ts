import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';

/** A row that this process now holds the lease of. */
export interface ClaimedRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly maxAttempts: number;
}

/**
 * Takes the lease of the job that is due first: queued ones, and those whose holder died and let
 * its lease run out. One statement; concurrent claimers skip each other's rows.
 */
export async function claimNext(
  db: Database,
  owner: string,
  kinds: readonly JobKind[],
  now: Date,
): Promise<ClaimedRow | null> {
  const leases = JSON.stringify(
    Object.fromEntries(kinds.map((kind) => [kind, JOBS[kind].leaseSeconds])),
  );
  const rows = await db.$queryRaw<ClaimedRow[]>`
    update jobs set state = 'processing', attempts = attempts + 1, lease_owner = ${owner},
      lease_until = ${now}::timestamptz + make_interval(secs => (${leases}::jsonb ->> kind)::float8),
      started_at = coalesce(started_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
    where id = (
      select id from jobs
      where kind = any(${[...kinds]}::text[])
        and ((state = 'queued' and run_at <= ${now}::timestamptz)
          or (state = 'processing' and lease_until <= ${now}::timestamptz))
      order by run_at, id limit 1 for update skip locked)
    returning id, kind, payload, attempts, max_attempts as "maxAttempts"`;
  return rows[0] ?? null;
}

/** Extends a lease; false means that it was lost and the work must stop. */
export async function renewLease(
  db: Database,
  job: { id: string; kind: JobKind },
  owner: string,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + JOBS[job.kind].leaseSeconds * 1000);
  const kept = await db.job.updateMany({
    where: { id: job.id, state: 'processing', leaseOwner: owner },
    data: { leaseUntil: until },
  });
  return kept.count === 1;
}

/** Marks a job as succeeded, unless its handler or somebody else has settled it. */
export async function markSucceeded(
  db: Database,
  id: string,
  owner: string,
  now: Date,
): Promise<void> {
  await db.job.updateMany({
    where: { id, state: 'processing', leaseOwner: owner },
    data: { state: 'succeeded', completedAt: now, updatedAt: now, leaseUntil: null },
  });
}

/** Queues a failed run again, or marks it as failed when no attempt is left. */
export async function markFailedRun(
  db: Database,
  job: ClaimedRow,
  owner: string,
  now: Date,
  error: unknown,
): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const again = job.attempts < job.maxAttempts;
  const delaySeconds = JOBS[job.kind].backoffSeconds * 2 ** (job.attempts - 1);
  await db.job.updateMany({
    where: { id: job.id, state: 'processing', leaseOwner: owner },
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

/** Gives a job back untouched because the process stops; the attempt does not count. */
export async function giveBack(db: Database, id: string, owner: string, now: Date): Promise<void> {
  await db.job.updateMany({
    where: { id, state: 'processing', leaseOwner: owner },
    data: { state: 'queued', runAt: now, leaseUntil: null, attempts: { decrement: 1 } },
  });
}

/** Lets every leased job be claimed at once: those who held them are gone. */
export async function releaseLeases(db: Database, now: Date): Promise<void> {
  await db.job.updateMany({ where: { state: 'processing' }, data: { leaseUntil: now } });
}
