import type { Tx } from '../../../platform/database/connect.js';
import type { AccessCategory } from '../../../registry/events.js';
import { emitAll } from '../../../request/outbox.js';

/**
 * Raises the access revision of an account, in the transaction that changes its access. The event
 * tells consumers of `/me` to read it again (Spec 6, account.access.changed). The row stays locked
 * until the transaction ends. So two concurrent changes get revisions in the order of their
 * commits.
 */
export async function bumpAccess(
  tx: Tx,
  userId: string,
  categories: readonly AccessCategory[],
): Promise<void> {
  await bumpAccessOf(tx, [userId], categories);
}

/** The same for many accounts, always with two statements. */
export async function bumpAccessOf(
  tx: Tx,
  userIds: readonly string[],
  categories: readonly AccessCategory[],
): Promise<void> {
  const raised = await tx.$queryRaw<{ id: string; revision: number }[]>`
    update users set access_revision = access_revision + 1
    where id in (select id from users where id = any(${[...userIds]}::uuid[]) order by id for no key update)
    returning id, access_revision as revision`;
  await emitAll(
    tx,
    raised.map(({ id, revision }) => ({
      kind: 'account.access.changed',
      subjectId: id,
      userId: id,
      data: { access_revision: revision, categories: [...categories] },
    })),
  );
}
