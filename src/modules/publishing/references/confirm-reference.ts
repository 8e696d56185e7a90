import type { RequestContext } from '../../../request/context.js';
import type { Examination } from './read-reference.js';
import { LIVING, settleExamination } from './settle-examination.js';

/** Renews the freshness of a reference whose provider still has the attested file. */
export async function confirmReference(ctx: RequestContext, row: Examination): Promise<void> {
  await settleExamination(
    ctx,
    row,
    { state: 'verified', terminalReason: null },
    async (tx, now) => {
      await tx.externalReference.updateMany({
        where: { id: row.reference.id, ...LIVING },
        data: { state: 'verified', checkedAt: now, updatedAt: now },
      });
    },
  );
}
