import type { Tx } from '../../../platform/database/connect.js';
import type { PlatformRole } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import type { AccessCategory } from '../../../registry/events.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { lockAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit, emitAll } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { endSessions } from '../sessions/end-sessions.js';

/**
 * Raises the access revision of an account, a counter in `/me`, in the transaction that changes its
 * access. The event tells consumers of `/me` to read it again (Spec 6, account.access.changed). The
 * categories say which access changed. The row stays locked until the transaction ends. So two
 * concurrent changes get revisions in the order of their commits.
 */
export async function bumpAccess(
  tx: Tx,
  userId: string,
  categories: readonly AccessCategory[],
): Promise<void> {
  await bumpAccessOf(tx, [userId], categories);
}

/**
 * Does the same as `bumpAccess` for many accounts, always with two statements. Locks them in the
 * order of their ids, so that concurrent changes do not deadlock.
 */
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

/**
 * Returns the id of the account with a username, even if it is blocked. Throws `user_not_found`,
 * also for a deleted account, which keeps its username.
 */
export async function userIdOf(ctx: RequestContext, username: string): Promise<string> {
  const user = await ctx.platform.db.user.findUnique({
    where: { username, state: { not: 'deleted' } },
    select: { id: true },
  });
  if (!user) throw problem('user_not_found');
  return user.id;
}

/**
 * Blocks or unblocks an account and returns its id. For operators: unlike `blockUser`, it requires
 * neither a second factor nor a reason. Does nothing if the account already has that state. Else
 * writes an audit line and raises the access revision (`bumpAccess`). A block applies from the next
 * request, for every credential, and ends all browser sessions. Tokens and keys work again after
 * the block. Throws `user_not_found`, and `forbidden` for a viewer who is no admin.
 */
export async function changeBlockByUsername(
  ctx: RequestContext,
  username: string,
  blocked: boolean,
): Promise<string> {
  const id = await userIdOf(ctx, username);
  await changeBlock(ctx, id, blocked);
  return id;
}

/**
 * Does the same as `changeBlockByUsername` by the id of the account, with data for the audit log.
 * Does nothing for an unknown id or a deleted account. Throws `forbidden` if the viewer is no admin
 * any more; the caller checks all other rights.
 */
export async function changeBlock(
  ctx: RequestContext,
  id: string,
  blocked: boolean,
  data: Readonly<Record<string, string>> = {},
): Promise<void> {
  const event = blocked ? 'block' : 'unblock';
  await transact(ctx, async (tx) => {
    await lockAdmin(tx, ctx);
    const { count } = await tx.user.updateMany({
      where: { id, state: { in: sources(LIFECYCLES.user, event) } },
      data: {
        state: LIFECYCLES.user.events[event].to,
        revision: { increment: 1 },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    if (count === 0) return;
    if (blocked) await endSessions(tx, ctx, id);
    await audit(tx, ctx, { action: `user.${event}ed`, targetKind: 'user', targetId: id, data });
    await bumpAccess(tx, id, ['account']);
  });
}

/** An account that is locked until the transaction ends. */
interface LockedAccount {
  readonly role: PlatformRole;
}

/**
 * Locks an account, so that changes of its access run one after another. The lock is weaker than
 * that of a deletion: other transactions can still insert rows that refer to the account. Does not
 * check the caller's rights. Throws `user_not_found`.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<LockedAccount> {
  if (!isId(userId)) throw problem('user_not_found');
  const [account] = await tx.$queryRaw<LockedAccount[]>`
    select role::text from users where id = ${userId}::uuid and state <> 'deleted'
    for no key update`;
  if (!account) throw problem('user_not_found');
  return account;
}

/**
 * Sets the platform role of an account and returns the account id. For operators. Does nothing if
 * the account has that role. Else writes an audit line and raises the access revision
 * (`bumpAccess`). The role applies from the next request, because neither sessions nor credentials
 * store it. Throws `user_not_found`, and `forbidden` for a viewer who is no admin.
 */
export async function changeRoleByUsername(
  ctx: RequestContext,
  username: string,
  role: PlatformRole,
): Promise<string> {
  const id = await userIdOf(ctx, username);
  await changeRole(ctx, id, role);
  return id;
}

/**
 * Does the same as `changeRoleByUsername` by the id of the account. Throws `user_not_found`, and
 * `forbidden` if the viewer is no admin any more; the caller checks all other rights.
 */
export async function changeRole(
  ctx: RequestContext,
  id: string,
  role: PlatformRole,
): Promise<void> {
  await transact(ctx, async (tx) => {
    await lockAdmin(tx, ctx);
    const { role: was } = await lockAccount(tx, id);
    if (was === role) return;
    await tx.user.update({
      where: { id },
      data: { role, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    await audit(tx, ctx, {
      action: 'user.role_changed',
      targetKind: 'user',
      targetId: id,
      data: { role, was },
    });
    await bumpAccess(tx, id, ['account']);
  });
}
