import type { JobKind } from '../../registry/jobs.js';
import type { Database } from '../database/connect.js';
import { isDue } from './claim.js';

/** A row that may be claimed, as it is told of. */
export interface DueRow {
  readonly id: string;
  readonly attempts: number;
  /** Since when it may be claimed. */
  readonly dueAt: Date;
}

/** The rows of these kinds that were due first, so many at most. */
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

/** Names one time that a row fell due: it was queued anew, or its lease has ended. */
export function hintIdOf({ id, attempts, dueAt }: DueRow): string {
  return `${id}-${attempts}-${dueAt.getTime()}`;
}
