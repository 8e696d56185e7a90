import { JOBS, type JobKind, kindsOf, LANE_NAMES, type Lane } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';
import { Prisma } from '../database/generated/client.js';

/** A row that this process holds the lease of. */
export interface ClaimedRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  /** The number of claims, including this one. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** The error of the last attempt that reported one; null if none did. */
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** The process that claims rows. */
export interface Claimant {
  readonly db: Database;
  /** The name of this process in its leases. */
  readonly owner: string;
  /** The lease of a kind of job in seconds. */
  readonly leaseSeconds: (kind: JobKind) => number;
}

/** The lease of a kind of job in seconds. */
export const registeredLease = (kind: JobKind): number => JOBS[kind].leaseSeconds;

/**
 * The SQL condition for claimable rows: queued ones, and those whose lease expired because the
 * holder died.
 */
function isDue(dueBy: Date): Prisma.Sql {
  return Prisma.sql`((state = 'queued' and run_at <= ${dueBy}::timestamptz)
    or (state = 'processing' and lease_until <= ${dueBy}::timestamptz))`;
}

/** The kinds of one lane, and how many jobs of them to claim. */
interface FreeSlots {
  readonly kinds: readonly JobKind[];
  readonly slots: number;
}

/**
 * Claims up to `slots` jobs of each lane that are due by `dueBy`, the earliest `run_at` first. A
 * `dueBy` after `now` would also claim rows whose lease is still valid. Each claim counts as an
 * attempt. One statement for all lanes; concurrent claims skip each other's rows.
 */
export async function claimDue(
  claimant: Claimant,
  free: readonly FreeSlots[],
  { now, dueBy = now }: { readonly now: Date; readonly dueBy?: Date },
): Promise<ClaimedRow[]> {
  const lanes = JSON.stringify(free);
  const earliest = Prisma.sql`
    select job.id from jsonb_to_recordset(${lanes}::jsonb) as lane(kinds text[], slots int)
    cross join lateral (
      select id from jobs where kind = any(lane.kinds) and ${isDue(dueBy)}
      order by run_at, id limit lane.slots for update skip locked) job`;
  return claim(claimant, now, earliest);
}

/**
 * Claims this job if it has one of these kinds, is due and is not leased. A hint from another
 * release may name a kind that this release does not have, or runs in another lane.
 */
export async function claimOne(
  claimant: Claimant,
  { id, kinds }: { readonly id: string; readonly kinds: readonly JobKind[] },
  now: Date,
): Promise<ClaimedRow | null> {
  const named = Prisma.sql`
    select id from jobs
    where id = ${id}::uuid and kind = any(${[...kinds]}::text[]) and ${isDue(now)}
    for update skip locked`;
  const [row] = await claim(claimant, now, named);
  return row ?? null;
}

function claim(
  { db, owner, leaseSeconds }: Claimant,
  now: Date,
  which: Prisma.Sql,
): Promise<ClaimedRow[]> {
  const leases = JSON.stringify(
    Object.fromEntries(LANE_NAMES.flatMap(kindsOf).map((kind) => [kind, leaseSeconds(kind)])),
  );
  // Materialized, because a join could run the selection again and claim more rows.
  return db.$queryRaw<ClaimedRow[]>`
    with due as materialized (${which}), claimed as (
      update jobs set state = 'processing', attempts = attempts + 1, lease_owner = ${owner},
        lease_until = ${now}::timestamptz + make_interval(secs => (${leases}::jsonb ->> kind)::float8),
        started_at = coalesce(started_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
      from due where jobs.id = due.id returning jobs.*)
    select id, kind, payload, attempts, max_attempts as "maxAttempts",
      last_error as "lastError", created_at as "createdAt"
    from claimed order by run_at, id`;
}

/** Expires all leases at once. Only for a start at which no other process runs jobs. */
export async function releaseLeases(db: Database, now: Date): Promise<void> {
  await db.job.updateMany({ where: { state: 'processing' }, data: { leaseUntil: now } });
}

/** A claimable row, as a hint describes it. */
export interface DueRow {
  readonly id: string;
  readonly attempts: number;
  /** The time since which it may be claimed. */
  readonly dueAt: Date;
}

/** A claimable row, and the lane of its kind. */
interface LaneRow extends DueRow {
  readonly lane: Lane;
}

/**
 * The earliest due rows of each lane, at most `limit` of each. One statement for all lanes, because
 * server processes have one connection for it.
 */
export function dueRows(db: Database, now: Date, limit: number): Promise<LaneRow[]> {
  const lanes = JSON.stringify(LANE_NAMES.map((lane) => ({ lane, kinds: kindsOf(lane) })));
  return db.$queryRaw<LaneRow[]>`
    select job.id, lane.lane, job.attempts, job."dueAt"
    from jsonb_to_recordset(${lanes}::jsonb) as lane(lane text, kinds text[])
    cross join lateral (
      select id, attempts, run_at,
        case state when 'queued' then run_at else lease_until end as "dueAt"
      from jobs where kind = any(lane.kinds) and ${isDue(now)}
      order by run_at, id limit ${limit}) job
    order by job.run_at, job.id`;
}

/** The id of one hint. A row gets a new hint id when it is queued again or its lease expires. */
export function hintIdOf({ id, attempts, dueAt }: DueRow): string {
  return `${id}-${attempts}-${dueAt.getTime()}`;
}
