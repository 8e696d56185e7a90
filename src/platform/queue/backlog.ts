import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';

/** How the jobs of one kind stand. */
export interface Backlog {
  readonly kind: JobKind;
  /** Those that could run now, but wait for a process; also those whose holder died. */
  readonly due: number;
  /** Those that wait for their time: the next attempt of what failed. */
  readonly scheduled: number;
  readonly running: number;
  /** Those that were given up: a person has to look. */
  readonly failed: number;
  /** How long the oldest of those that are due has been so; 0 without any. */
  readonly oldestDueSeconds: number;
}

type Counts = Omit<Backlog, 'kind'>;
const NONE: Counts = { due: 0, scheduled: 0, running: 0, failed: 0, oldestDueSeconds: 0 };

/** How the jobs of every kind stand, in all processes together. One statement. */
export async function readBacklog(db: Database, now: Date): Promise<readonly Backlog[]> {
  const rows = await db.$queryRaw<(Counts & { kind: string })[]>`
    with open_jobs as (
      select kind, state, case state when 'queued' then run_at else lease_until end as due_at
      from jobs where state in ('queued', 'processing', 'failed'))
    select kind,
      count(*) filter (where state <> 'failed' and due_at <= ${now}::timestamptz)::int as due,
      count(*) filter (where state = 'queued' and due_at > ${now}::timestamptz)::int as scheduled,
      count(*) filter (where state = 'processing' and due_at > ${now}::timestamptz)::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)
        filter (where state <> 'failed')), 0))::float8 as "oldestDueSeconds"
    from open_jobs group by kind`;
  const counts = new Map(rows.map(({ kind, ...of }) => [kind, of]));
  const kinds = Object.keys(JOBS) as JobKind[];
  return kinds.map((kind) => ({ kind, ...(counts.get(kind) ?? NONE) }));
}
