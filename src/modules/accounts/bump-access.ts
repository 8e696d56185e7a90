import type { Tx } from '../../platform/database/connect.js';
import type { AccessCategory } from '../../registry/events.js';
import { emitAll } from '../../request/outbox.js';

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
): Promise<void> {
  await bumpAccessOf(tx, [userId], categories);
}

/** The same for many accounts, in two statements, however many they are. */
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
