import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';

/** The job counts of one kind. */
export interface Backlog {
  readonly kind: JobKind;
  /** Jobs that wait for a process, including jobs whose lease expired. */
  readonly due: number;
  /** Jobs that are due later, such as retries. */
  readonly scheduled: number;
  readonly running: number;
  /** Jobs without attempts left. An operator must look at them. */
  readonly failed: number;
  /** The waiting time of the oldest due job; 0 if no job is due. */
  readonly oldestDueSeconds: number;
}

type Counts = Omit<Backlog, 'kind'>;
const NONE: Counts = { due: 0, scheduled: 0, running: 0, failed: 0, oldestDueSeconds: 0 };

/** The job counts of every kind, for all processes together. Runs one statement. */
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
