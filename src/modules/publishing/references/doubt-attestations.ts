import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { lockDigest } from '../../storage/index.js';
import { queueOnce } from './examination.js';
import { LIVING } from './settle-examination.js';

/**
 * Queues an examination of every other reference to the same bytes, after malware was found in them.
 * Such an examination reads the bytes again, whatever the provider's marker says. While one is
 * already running, the next daily one does. Call it under the lock of the digest.
 */
export async function doubtAttestations(
  ctx: RequestContext,
  tx: Tx,
  sha256: string,
  infectedId: string | null,
): Promise<void> {
  const isOther = infectedId === null ? {} : { id: { not: infectedId } };
  const doubted = await tx.externalReference.updateManyAndReturn({
    where: { artifact: { sha256 }, ...isOther, ...LIVING },
    data: { attestedAt: null },
    select: { id: true },
  });
  const now = ctx.platform.clock.now();
  for (const { id } of doubted) await queueOnce(tx, id, now);
}

/**
 * Queues an examination of every reference to bytes that became unsafe: it ends the reference.
 */
export async function examineReferences(ctx: RequestContext, sha256: string): Promise<void> {
  await transact(ctx, async (tx) => {
    await lockDigest(tx, sha256);
    await doubtAttestations(ctx, tx, sha256, null);
  });
}
