import type { Tx } from '../../../platform/database/connect.js';
import { isModerator } from '../../../registry/access.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCaller, requireSession, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess, lockAccount } from '../accounts/change-user.js';
import { proveOwner } from '../accounts/prove-owner.js';
import { endInteractions } from '../apps/oauth-client.js';
import { revokeAppGrants } from '../apps/revoke-app-grants.js';
import { endCreated } from '../created-access/end-created.js';
import { endCredentials } from '../credentials/end-credentials.js';
import { notify } from '../notices/notify.js';
import { endSessions } from '../sessions/end-sessions.js';

/** The form of a user who deletes their account. */
interface DeletionForm {
  /** The username, typed by the user. */
  readonly username: string;
  /** Not needed after a recent second factor. */
  readonly password: string;
  /** Whether the mods without another owner are removed too. */
  readonly removesMods: boolean;
}

/** Why a deletion was not requested. */
export type DeletionRefusal = 'staff' | 'wrong_username' | 'wrong_password';

/**
 * Requests the deletion of the viewer's account. All sessions, tokens, keys, approvals, webhooks
 * and trusted publishers end at once; the account itself ends `accountDeletionSeconds` later,
 * unless its owner signs in and cancels. The owner gets a mail. Returns null if it was requested,
 * else the reason. Staff have to give up their role first, so that no role ends by itself. Throws
 * `unauthorized`, `forbidden`, `rate_limited`, `service_unavailable` if too many passwords are
 * being hashed, and `account_blocked` if another request came first.
 */
export async function requestDeletion(
  ctx: RequestContext,
  { username, password, removesMods }: DeletionForm,
): Promise<DeletionRefusal | null> {
  const viewer = requireSession(ctx);
  const { userId } = viewer;
  if (isModerator(viewer.role)) return 'staff';
  if (username.trim() !== viewer.username) return 'wrong_username';
  const proof = await proveOwner(ctx, password);
  if (!proof) return 'wrong_password';
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    if (!(await proof.isValid(tx))) return 'wrong_password';
    // The lock makes a concurrent change of the role visible.
    if (isModerator((await lockAccount(tx, userId)).role)) return 'staff';
    const now = ctx.platform.clock.now();
    const dueAt = new Date(now.getTime() + LIMITS.accountDeletionSeconds * 1000);
    await tx.user.update({
      where: { id: userId },
      data: {
        deletionDueAt: dueAt,
        deletionRemovesMods: removesMods,
        revision: { increment: 1 },
        updatedAt: now,
      },
    });
    await endAccess(tx, ctx, userId);
    await audit(tx, ctx, {
      action: 'user.deletion_requested',
      targetKind: 'user',
      targetId: userId,
      data: { due_at: dueAt.toISOString(), removes_mods: removesMods },
    });
    await bumpAccess(tx, userId, ['account', 'credentials', 'applications']);
    const due = dueAt.toISOString().slice(0, 10);
    await notify(tx, ctx, { userIds: [userId], template: 'deletion_requested', params: { due } });
    return null;
  });
}

/**
 * Ends all sessions, tokens, keys and approvals of a user. Disables all webhooks, and removes all
 * trusted publishers.
 */
async function endAccess(tx: Tx, ctx: RequestContext, userId: string): Promise<void> {
  await endSessions(tx, ctx, userId);
  await endInteractions(tx, userId);
  await endCreated(tx, ctx, { sessionsOf: userId });
  await endCredentials(tx, ctx, userId);
  await revokeAppGrants(tx, ctx, userId);
}

/** The requested deletion of the viewer's account. */
export interface PendingDeletion {
  readonly dueAt: Date;
  readonly removesMods: boolean;
}

/** Reads the requested deletion of the viewer's account; null for none. Throws `unauthorized`. */
export async function readDeletion(ctx: RequestContext): Promise<PendingDeletion | null> {
  const { userId } = requireUser(ctx);
  const row = await ctx.platform.db.user.findUnique({
    where: { id: userId },
    select: { deletionDueAt: true, deletionRemovesMods: true },
  });
  if (!row?.deletionDueAt) return null;
  return { dueAt: row.deletionDueAt, removesMods: row.deletionRemovesMods ?? false };
}

/**
 * Cancels the deletion of the viewer's account, also after its time as long as the job has not
 * begun. Access that ended with the request stays ended. The cancellation and the job change the
 * row only in its former state, so exactly one of them succeeds. Returns false if there is nothing
 * to cancel. Throws `unauthorized`, `forbidden`.
 */
export async function cancelDeletion(ctx: RequestContext): Promise<boolean> {
  const { userId } = requireSession(ctx);
  const { clock } = ctx.platform;
  return transact(ctx, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: {
        id: userId,
        state: 'active',
        deletionDueAt: { not: null },
      },
      data: {
        deletionDueAt: null,
        deletionRemovesMods: null,
        revision: { increment: 1 },
        updatedAt: clock.now(),
      },
    });
    if (count === 0) return false;
    await audit(tx, ctx, {
      action: 'user.deletion_cancelled',
      targetKind: 'user',
      targetId: userId,
    });
    return true;
  });
}
