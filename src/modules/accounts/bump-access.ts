import type { Tx } from '../../platform/database/connect.js';
import type { AccessCategory } from '../../registry/events.js';
import { emit } from '../../request/outbox.js';

/**
 * Notes in the transaction that changed it that an account may reach something else than before:
 * its access revision rises, and the event tells those who keep a copy of `/me` to read it again
 * (Spec 6, account.access.changed). The row of the account stays locked until the transaction ends,
 * so of two changes at once each gets a revision of its own, in the order of their commits.
 */
export async function bumpAccess(
  tx: Tx,
  userId: string,
  categories: readonly AccessCategory[],
): Promise<number> {
  const { accessRevision } = await tx.user.update({
    where: { id: userId },
    data: { accessRevision: { increment: 1 } },
    select: { accessRevision: true },
  });
  await emit(tx, {
    kind: 'account.access.changed',
    subjectId: userId,
    userId,
    data: { access_revision: accessRevision, categories: [...categories] },
  });
  return accessRevision;
}
