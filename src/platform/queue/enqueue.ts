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

/** Writes jobs without keys in the transaction that causes them, in one statement. */
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
 * A queued job that will do. Its row is locked until this transaction ends: run before that, it
 * would not see what this transaction writes, and nobody would come to look again.
 */
async function findTwin(tx: Tx, kind: JobKind, dedupeKey: string): Promise<string | undefined> {
  const [twin] = await tx.$queryRaw<{ id: string }[]>`
    select id from jobs where kind = ${kind} and dedupe_key = ${dedupeKey} and state = 'queued'
    limit 1 for share`;
  return twin?.id;
}
