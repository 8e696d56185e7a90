import type { RequestContext } from '../../request/context.js';
import type { Examination } from './read-reference.js';
import { LIVING, settleExamination } from './settle-examination.js';

/** The provider has the same file as it was attested to: its freshness begins anew. */
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
