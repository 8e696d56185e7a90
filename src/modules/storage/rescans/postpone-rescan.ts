import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';

const MINUTE_MS = 60_000;

/**
 * Postpones bytes with an interrupted rescan, with exponential backoff, so that they do not block
 * others. One job retries all bytes that are due by the same full minute.
 */
export async function postponeRescan(ctx: RequestContext, tx: Tx, blobId: string): Promise<void> {
  const { rescanRetrySeconds, rescanRetryMostSeconds } = LIMITS;
  const { rescanFailures } = await tx.blob.update({
    where: { id: blobId },
    data: { rescanFailures: { increment: 1 } },
  });
  const waitSeconds = Math.min(
    rescanRetrySeconds * 2 ** (rescanFailures - 1),
    rescanRetryMostSeconds,
  );
  const dueAt = ctx.platform.clock.now().getTime() + waitSeconds * 1000;
  const rescanAfter = new Date(Math.ceil(dueAt / MINUTE_MS) * MINUTE_MS);
  await tx.blob.update({ where: { id: blobId }, data: { rescanAfter } });
  // A separate key, so that a rescan ordered now does not wait for this job.
  await enqueue(tx, {
    ...{ kind: 'rescan-blobs', payload: {}, dedupeKey: `retry ${rescanAfter.toISOString()}` },
    runAt: rescanAfter,
  });
}
