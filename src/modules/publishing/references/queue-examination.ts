import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import { newId } from '../../../request/ids.js';

/** Queues an examination of a reference, in the transaction that causes it. Returns its id. */
export async function queueExamination(tx: Tx, referenceId: string, now: Date): Promise<string> {
  const id = newId();
  const payload = { validationId: id };
  const jobId = await enqueue(tx, { kind: 'verify-reference', payload });
  await tx.referenceValidation.create({
    data: { id, referenceId, jobId, createdAt: now, updatedAt: now },
  });
  return id;
}

/**
 * Queues an examination unless one is waiting or running. Of several concurrent calls only one
 * queues it.
 */
export async function queueOnce(tx: Tx, referenceId: string, now: Date): Promise<void> {
  await tx.$queryRaw`select 1 from external_references where id = ${referenceId}::uuid for update`;
  const open = await tx.referenceValidation.count({
    where: { referenceId, state: { in: ['pending', 'processing'] } },
  });
  if (open === 0) await queueExamination(tx, referenceId, now);
}
