import { JOBS, type JobKind } from '../../registry/jobs.js';
import type { Tx } from '../database/connect.js';

/** A job to write. Payloads hold only ids, because the handler reads the current rows. */
export interface NewJob {
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, string>>;
  /** While a job of this kind and key is queued, no second one is added. */
  readonly dedupeKey?: string;
  readonly runAt?: Date;
}

/**
 * Writes a job in the transaction that causes it. Returns its id, or that of the queued duplicate.
 */
export async function enqueue(tx: Tx, job: NewJob): Promise<string> {
  const twin = job.dedupeKey === undefined ? null : await findTwin(tx, job.kind, job.dedupeKey);
  if (twin) return twin;
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

/** Writes jobs without dedupe keys in the transaction that causes them, in one statement. */
export async function enqueueAll(
  tx: Tx,
  jobs: readonly Omit<NewJob, 'dedupeKey'>[],
): Promise<void> {
  await tx.job.createMany({
    data: jobs.map(({ kind, payload, runAt }) => ({
      ...{ kind, payload, maxAttempts: JOBS[kind].maxAttempts },
      ...(runAt ? { runAt } : {}),
    })),
  });
}

/**
 * Finds a queued duplicate and locks its row until this transaction ends. If the duplicate ran
 * before the commit, it would miss the writes of this transaction, and no other job would handle
 * them.
 */
async function findTwin(tx: Tx, kind: JobKind, dedupeKey: string): Promise<string | undefined> {
  const [twin] = await tx.$queryRaw<{ id: string }[]>`
    select id from jobs where kind = ${kind} and dedupe_key = ${dedupeKey} and state = 'queued'
    limit 1 for share`;
  return twin?.id;
}
