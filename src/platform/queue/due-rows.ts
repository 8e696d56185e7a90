import type { JobKind } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';
import { isDue } from './claim.js';

/** A claimable row, as a hint describes it. */
export interface DueRow {
  readonly id: string;
  readonly attempts: number;
  /** The time since which it may be claimed. */
  readonly dueAt: Date;
}

/** The earliest due rows of these kinds, at most `limit`. */
export function dueRows(
  db: Database,
  kinds: readonly JobKind[],
  now: Date,
  limit: number,
): Promise<DueRow[]> {
  return db.$queryRaw<DueRow[]>`
    select id, attempts, case state when 'queued' then run_at else lease_until end as "dueAt"
    from jobs where kind = any(${[...kinds]}::text[]) and ${isDue(now)}
    order by run_at, id limit ${limit}`;
}

/** The id of one hint. A row gets a new hint id when it is queued again or its lease expires. */
export function hintIdOf({ id, attempts, dueAt }: DueRow): string {
  return `${id}-${attempts}-${dueAt.getTime()}`;
}
