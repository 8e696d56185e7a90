import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { queueOnce } from './examination.js';
import { LIVING } from './settle-examination.js';

/**
 * Queues an examination of every other reference to the same bytes, after malware was found in them.
 * Such an examination reads the bytes again, whatever the provider's marker says. While one is
 * already running, the next daily one does. References without an attestation are read in any case.
 * Call it under the lock of the digest.
 */
export async function doubtAttestations(
  ctx: RequestContext,
  tx: Tx,
  sha256: string,
  infectedId: string,
): Promise<void> {
  const doubted = await tx.externalReference.updateManyAndReturn({
    where: {
      id: { not: infectedId },
      artifact: { sha256 },
      attestedAt: { not: null },
      ...LIVING,
    },
    data: { attestedAt: null },
    select: { id: true },
  });
  const now = ctx.platform.clock.now();
  for (const { id } of doubted) await queueOnce(tx, id, now);
}
