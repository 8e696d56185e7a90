import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { transact, withinTransaction } from '../../../request/transact.js';
import { isKnownUnsafe } from '../../storage/index.js';
import { endReference } from './end-reference.js';
import { queueOnce } from './examination.js';
import { readExamination } from './read-reference.js';
import { LIVING } from './settle-examination.js';

/**
 * Handles all references to bytes in which malware was found, or which are blocked. If the bytes
 * are known as unsafe, ends each reference with its open examination; this needs no provider.
 * Otherwise queues an examination of each, which reads the bytes again even if the provider's
 * marker is the same. Each reference has its own transaction, and a failure does not stop the
 * others. Safe to run twice and to kill at any point. Throws the first failure at the end, and at
 * once the reason of an aborted `signal`.
 */
export async function examineReferences(
  ctx: RequestContext,
  sha256: string,
  signal: AbortSignal,
): Promise<void> {
  const living = await ctx.platform.db.externalReference.findMany({
    where: { artifact: { sha256 }, ...LIVING },
    select: { id: true, artifact: { select: { modId: true } } },
    orderBy: { id: 'asc' },
  });
  const failures: unknown[] = [];
  for (const { id, artifact } of living) {
    signal.throwIfAborted();
    await transact(ctx, async (tx) => {
      // The lock of `settleExamination`, so that an open examination stays open until the commit.
      await tx.$queryRaw`select 1 from mods where id = ${artifact.modId}::uuid for update`;
      await markStale(ctx, tx, id, sha256);
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function markStale(ctx: RequestContext, tx: Tx, id: string, sha256: string): Promise<void> {
  const { count } = await tx.externalReference.updateMany({
    where: { id, ...LIVING },
    data: { attestedAt: null },
  });
  if (count === 0) return;
  const examinationId = await queueOnce(tx, id, ctx.platform.clock.now());
  if (!(await isKnownUnsafe(tx, sha256))) return;
  const examination = await readExamination(tx, examinationId);
  if (!examination) return;
  await endReference(withinTransaction(ctx, tx), examination, 'av_scan_rejected');
}
