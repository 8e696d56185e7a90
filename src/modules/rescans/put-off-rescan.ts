import type { Tx } from '../../platform/database/connect.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';

const MINUTE_MS = 60_000;

/**
 * Has bytes wait whose rescan came to no end, longer each time, so that they hold up no others. A job
 * comes back for all that are due by the same full minute.
 */
export async function putOffRescan(ctx: RequestContext, tx: Tx, blobId: string): Promise<void> {
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
  // With a key of its own: what is wanted now must not wait for it.
  await enqueue(tx, {
    ...{ kind: 'rescan-blobs', payload: {}, dedupeKey: `retry ${rescanAfter.toISOString()}` },
    runAt: rescanAfter,
  });
}
