import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Tx } from '../database/connect.js';

/** What is to be done. Payloads hold ids only: the handler reads the rows as they are then. */
export interface NewJob {
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  /** While a job of this kind and key is queued, another one is not added. */
  readonly dedupeKey?: string;
  readonly runAt?: Date;
}

/** Writes a job in the transaction that causes it; answers its id, or that of its twin. */
export async function enqueue(tx: Tx, job: NewJob): Promise<string> {
  if (job.dedupeKey !== undefined) {
    const twin = await tx.job.findFirst({
      where: { kind: job.kind, dedupeKey: job.dedupeKey, state: 'queued' },
      select: { id: true },
    });
    if (twin) return twin.id;
  }
  const row = await tx.job.create({
    data: {
      kind: job.kind,
      payload: job.payload,
      dedupeKey: job.dedupeKey ?? null,
      maxAttempts: JOBS[job.kind].maxAttempts,
      ...(job.runAt ? { runAt: job.runAt } : {}),
    },
    select: { id: true },
  });
  return row.id;
}
