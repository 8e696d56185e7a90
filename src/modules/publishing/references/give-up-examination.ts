import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { endReference } from './end-reference.js';
import type { Examination } from './read-reference.js';
import { settleExamination } from './settle-examination.js';

/**
 * Abandons an examination because its provider is unavailable. A first examination ends the
 * reference. A file that was verified before stays so until it is stale; the next examination
 * follows the next day.
 */
export async function giveUpExamination(
  ctx: RequestContext,
  row: Examination,
  code: 'provider_unavailable' | 'provider_rate_limited',
): Promise<void> {
  if (row.reference.artifact.state === 'pending') {
    await endReference(ctx, row, code, 'failed');
    return;
  }
  await settleExamination(ctx, row, { state: 'failed', terminalReason: code }, async (tx, now) => {
    const stale = await tx.externalReference.updateMany({
      where: {
        id: row.reference.id,
        state: 'verified',
        checkedAt: { lte: new Date(now.getTime() - LIMITS.referenceFreshSeconds * 1000) },
      },
      data: { state: 'stale', updatedAt: now },
    });
    if (stale.count === 0) return;
    await audit(tx, ctx, {
      action: 'reference.stale',
      targetKind: 'artifact',
      targetId: row.reference.artifactId,
    });
  });
}
